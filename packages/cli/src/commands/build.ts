import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { BuildError, type BuildReport, buildApp, type ClientArch } from '@bolide/build';
import { Command, Option } from 'commander';
import { targetFor } from '../architecture.js';
import { ExitCode } from '../exit-code.js';
import { legacyBuild } from '../legacy-build.js';
import { version } from '../main.js';
import { platformLocation } from '../platform-location.js';
import { styled } from '../style.js';
import { packBundle } from '../tarball.js';
import { TerminalReporter } from '../terminal-reporter.js';

interface BuildFlags {
  readonly directory?: string | boolean;
  readonly format: string;
  readonly serverOnly?: boolean;
  readonly debug?: boolean;
  readonly architecture?: string;
  readonly excludeArchs?: string;
  readonly legacy?: boolean;
  readonly force?: boolean;
  readonly verbose?: boolean;
  readonly [mobile: string]: unknown;
}

const FORMATS = ['esm', 'legacy'] as const;

/** Flags of `meteor build` that only concern mobile apps: accepted so that scripts carry over. */
const MOBILE_FLAGS = [
  '--server <url>',
  '--mobile-server <url>',
  '--cordova-server-port <port>',
  '--mobile-settings <file>',
  '--mobile-port <port>',
  '--packageType <type>',
  '--allow-incompatible-update',
  '--allow-superuser',
];

export function buildCommand(exit: (code: number) => void): Command {
  const command = new Command('build')
    .description('Build the Meteor app in this folder into a bundle that Node and Bun start directly.')
    .argument('[path]', 'folder for <app>.tar.gz, or for bundle/ with --directory')
    .option('--directory [path]', 'write the folder bundle/ instead of a tarball')
    .option('--format <format>', `${FORMATS.join(' or ')}; legacy runs the installed "meteor build"`, 'esm')
    .option('--server-only', 'leave out the client programs')
    .option('--debug', 'build for development: not minified, with source maps')
    .option('--architecture <name>', 'platform that native addons must fit, e.g. os.linux.x86_64')
    .option('--exclude-archs <archs>', 'client architectures to leave out, separated by commas')
    .option('--legacy', 'also build web.browser.legacy')
    .option('--force', 'replace a target folder that was not made by Bolide')
    .option('--verbose', 'tell more');
  for (const flags of MOBILE_FLAGS) command.addOption(new Option(flags, 'mobile only: no effect').hideHelp());
  command.action(async (path: string | undefined, flags: BuildFlags, self: Command) => {
    exit(await runBuild(path, flags, self));
  });
  return command;
}

async function runBuild(path: string | undefined, flags: BuildFlags, command: Command): Promise<number> {
  if (flags.format === 'legacy') return legacyBuild(withoutFormat(command.parent?.args.slice(1) ?? []));
  if (!(FORMATS as readonly string[]).includes(flags.format)) {
    return usage(`Unknown format "${flags.format}". Valid ones: ${FORMATS.join(', ')}.`);
  }
  const directoryPath = typeof flags.directory === 'string' ? flags.directory : undefined;
  if (path !== undefined && directoryPath !== undefined) {
    return usage(`Two target folders are named: "${path}" and "${directoryPath}". Name one.`);
  }
  const target = directoryPath ?? path;
  if (target === undefined) return usage('No target folder is named. Example: bolide build --directory ../output');
  const reporter = new TerminalReporter(flags.verbose === true);
  const ignored = MOBILE_FLAGS.map((flag) => new Option(flag)).filter((option) => flags[option.attributeName()]);
  if (ignored.length > 0) {
    reporter.warning(`No effect, there is no mobile build: ${ignored.map((option) => option.long).join(', ')}`);
  }
  const output = resolve(target);
  const asTarball = flags.directory === undefined;
  const folder = asTarball ? await mkdtemp(join(tmpdir(), 'bolide-')) : output;
  try {
    const report = await buildApp({
      directory: process.cwd(),
      output: folder,
      serverOnly: flags.serverOnly === true,
      mode: flags.debug ? 'development' : 'production',
      clientArches: clientArches(flags),
      force: flags.force === true,
      ...(flags.architecture !== undefined && { target: targetFor(flags.architecture) }),
      packageDirectories: (process.env.METEOR_PACKAGE_DIRS ?? '').split(delimiter).filter(Boolean),
      platform: platformLocation(version),
      reporter,
    });
    reporter.clear();
    let made = report.bundle;
    if (asTarball) {
      made = join(output, `${basename(process.cwd())}.tar.gz`);
      await packBundle(folder, made);
    }
    printReport(report, made, asTarball);
    return ExitCode.ok;
  } finally {
    reporter.clear();
    if (asTarball) await rm(folder, { recursive: true, force: true });
  }
}

/** @throws BuildError for an architecture that does not exist. */
function clientArches(flags: BuildFlags): ClientArch[] {
  const known: ClientArch[] = ['web.browser', 'web.browser.legacy'];
  const excluded = (flags.excludeArchs ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of excluded) {
    if (name !== 'web.cordova' && !known.includes(name as ClientArch)) {
      throw new BuildError(`Unknown architecture "${name}" in --exclude-archs.`, {
        remedy: `Valid ones: ${known.join(', ')}, web.cordova.`,
      });
    }
  }
  const wanted = flags.legacy ? known : known.slice(0, 1);
  return wanted.filter((arch) => !excluded.includes(arch));
}

function printReport(report: BuildReport, made: string, isTarball: boolean): void {
  const seconds = (report.milliseconds / 1000).toFixed(2);
  const sizes = [`server ${size(report.serverSize)}`];
  for (const [arch, bytes] of Object.entries(report.clientSizes)) sizes.push(`${arch} ${size(bytes)}`);
  console.log(
    `${styled('green', 'built', process.stdout)} ${made}\n` +
      `  ${seconds} s, ${report.packages} packages, ${report.modules} modules; ${sizes.join(', ')}`,
  );
  if (report.externals.length > 0) console.log(`  in node_modules: ${report.externals.join(', ')}`);
  const index = isTarball ? 'bundle/index.mjs' : join(made, 'index.mjs');
  const unpack = isTarball ? `tar -xzf ${made} && ` : '';
  console.log(`  start it: ${unpack}ROOT_URL=http://localhost:3000 PORT=3000 node ${index}   (or: bun …)`);
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;

function usage(message: string): number {
  console.error(`${styled('red', 'error')} ${message}`);
  return ExitCode.usage;
}

const withoutFormat = (argv: readonly string[]): string[] =>
  argv.filter((arg, index) => !arg.startsWith('--format') && argv[index - 1] !== '--format');
