import { ConfigurationError } from './configuration-error.js';
import { type Variable, type VariableName, variables } from './environment.js';

/** The values of all variables, by name. */
export type Environment = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never;
};

/**
 * Reads and checks every variable of the table.
 *
 * @param env default: `process.env`
 * @throws ConfigurationError that names the variable, its value (unless it is secret) and what it must be
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const values = {} as Record<VariableName, unknown>;
  for (const name of Object.keys(variables) as VariableName[]) values[name] = readVariable(name, env);
  return values as Environment;
}

/** One variable of the table; otherwise as {@link readEnvironment}. */
export function readVariable<Name extends VariableName>(
  name: Name,
  env: NodeJS.ProcessEnv = process.env,
): Environment[Name] {
  const variable: Variable<unknown> = variables[name];
  const value = env[name];
  if (value === undefined || value.trim() === '') return variable.absent as Environment[Name];
  try {
    return variable.read(value) as Environment[Name];
  } catch (error) {
    const shown = variable.secret ? 'has a value that cannot be used' : `is ${JSON.stringify(value)}`;
    throw new ConfigurationError(`${name} ${shown}. It must be ${(error as Error).message}.`);
  }
}

/** ROOT_URL, without which no server can start. */
export function requireRootUrl(env: NodeJS.ProcessEnv = process.env): string {
  const rootUrl = readVariable('ROOT_URL', env);
  if (rootUrl === undefined) {
    throw new ConfigurationError(
      'ROOT_URL is not set. It must be the address under which clients reach the app, e.g. ROOT_URL=http://localhost:3000',
    );
  }
  return rootUrl;
}
