/** The text of docs/environment.md. */
export function renderEnvironmentDocs(
  variables: Readonly<Record<string, { readonly type: string; readonly default: string; readonly meaning: string }>>,
): string;
