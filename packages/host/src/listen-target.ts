import { chmodSync, chownSync, lstatSync, readFileSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { HostError, type ListenAddress, type ListenTarget } from './host.js';

type UnixTarget = Extract<ListenTarget, { readonly unixSocketPath: string }>;

/** The error for a listen that failed, with the address and what to do about it. */
export function listenError(error: unknown, target: ListenTarget): HostError {
  const code = (error as NodeJS.ErrnoException).code ?? 'ELISTEN';
  if ('port' in target && target.tls !== undefined && code.startsWith('ERR_')) return certificateError(error);
  const where = 'port' in target ? `port ${target.port}` : `the Unix socket ${target.unixSocketPath}`;
  const host = 'port' in target && target.hostname !== undefined ? ` on ${target.hostname}` : '';
  const remedy = remedyFor(code, target);
  return new HostError(code, `cannot listen on ${where}${host}: ${remedy}`, { cause: error });
}

/** The error for a certificate or a key that cannot be used. */
export function certificateError(error: unknown): HostError {
  const { code = 'ETLS', message } = error as NodeJS.ErrnoException;
  return new HostError(
    code,
    `cannot listen with TLS: the certificate or the key is not valid PEM, or they do not belong together (${message}).`,
    { cause: error },
  );
}

function remedyFor(code: string, target: ListenTarget): string {
  const isPort = 'port' in target;
  switch (code) {
    case 'EADDRINUSE':
      return isPort
        ? 'another program uses it. Stop that program, or choose another port with PORT.'
        : 'another server uses it. Stop that server, or choose another path with UNIX_SOCKET_PATH.';
    case 'EACCES':
    case 'EPERM':
      return isPort
        ? 'no permission. Ports below 1024 need special rights: choose a higher one with PORT.'
        : 'no permission to create the file. Check the rights of its folder, or change UNIX_SOCKET_PATH.';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'this machine has no such address. Correct BIND_IP.';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'its folder does not exist. Create it, or change UNIX_SOCKET_PATH.';
    default:
      return `the operating system refused (${code}).`;
  }
}

/** Removes the socket file that a dead server left behind. Rejects when a server still answers, or it is no socket. */
export async function clearStaleSocket(target: UnixTarget): Promise<void> {
  const path = target.unixSocketPath;
  let isSocket: boolean;
  try {
    isSocket = lstatSync(path).isSocket();
  } catch {
    return;
  }
  if (!isSocket) {
    throw new HostError(
      'ENOTSOCK',
      `cannot listen on the Unix socket ${path}: a file that is not a socket stands there. Remove it, or change UNIX_SOCKET_PATH.`,
    );
  }
  if (await answers(path)) throw listenError(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }), target);
  unlinkSync(path);
}

const INCONCLUSIVE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EAGAIN', 'ETIMEDOUT']);

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.setTimeout(2000);
    const finish = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(true));
    // Not to be allowed in, or to be told to wait, tells that somebody may be there.
    socket.once('error', (error: NodeJS.ErrnoException) => finish(INCONCLUSIVE.has(error.code ?? '')));
  });
}

/** Gives a socket file the permissions and the group that were asked for. */
export async function applySocketRights(target: UnixTarget): Promise<void> {
  const path = target.unixSocketPath;
  if (target.permissions !== undefined) chmodSync(path, target.permissions);
  if (target.group === undefined) return;
  const id = await groupId(target.group);
  if (id === undefined) {
    throw new HostError(
      'ENOGROUP',
      `cannot give the Unix socket ${path} to the group ${target.group}: there is no such group. Correct UNIX_SOCKET_GROUP.`,
    );
  }
  try {
    chownSync(path, process.getuid?.() ?? -1, id);
  } catch (error) {
    throw new HostError(
      'EPERM',
      `cannot give the Unix socket ${path} to the group ${target.group}: no permission. Run the server as a member of that group, or correct UNIX_SOCKET_GROUP.`,
      { cause: error },
    );
  }
}

async function groupId(group: string): Promise<number | undefined> {
  if (/^\d{1,10}$/.test(group)) return Number(group);
  if (!/^[\w.][\w.-]{0,63}\$?$/.test(group)) return undefined;
  try {
    return groupLine(readFileSync('/etc/group', 'utf8'), group);
  } catch {
    // No such file: a system with a directory service only.
  }
  try {
    const { execFileSync } = await import('node:child_process');
    return groupLine(execFileSync('getent', ['group', group], { encoding: 'utf8' }), group);
  } catch {
    return undefined;
  }
}

function groupLine(text: string, group: string): number | undefined {
  for (const line of text.split('\n')) {
    const [name, , id] = line.split(':');
    if (name === group && id !== undefined && /^\d+$/.test(id)) return Number(id);
  }
  return undefined;
}

/** The address in the form that people and logs want. */
export function listenAddress(
  target: ListenTarget,
  bound: { address: string; port: number } | undefined,
  pathPrefix: string,
): ListenAddress {
  if (!('port' in target)) {
    return { unixSocketPath: target.unixSocketPath, url: `unix:${target.unixSocketPath}` };
  }
  const address = bound?.address ?? target.hostname ?? '::';
  const port = bound?.port ?? target.port;
  const isEvery = address === '::' || address === '0.0.0.0' || address === '';
  const host = isEvery ? 'localhost' : address.includes(':') ? `[${address}]` : address;
  return { port, hostname: address, url: `${target.tls ? 'https' : 'http'}://${host}:${port}${pathPrefix}/` };
}
