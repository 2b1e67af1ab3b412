/** Id of the module that gives a package its `Npm` and `Assets`; without a name: the app's. */
export function packageContextId(packageName: string | undefined): string {
  return packageName === undefined ? 'bolide:package-context' : `bolide:package-context/${packageName}`;
}
