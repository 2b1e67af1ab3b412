import { escapeHtml } from './escape-html.js';
import type { BoilerplateData, BoilerplateFile, HtmlAttributes } from './types.js';

/** An app's own place for the styles: `<meteor-bundled-css />` in its head. */
const CSS_PLACEHOLDER = /<meteor-bundled-css[^<>]*>(?:\s*<\/meteor-bundled-css>)?/;

/** Everything before the content of the body. */
export function headTemplate(data: BoilerplateData): string {
  const { css, preload, htmlAttributes, bodyAttributes, dynamicHead } = data;
  const links = [
    ...preload.map((file) => `  <link rel="modulepreload" href="${linkTo(data, file)}"${integrity(data, file)}>`),
    ...css.map((file) => styleTag(data, file)),
  ].join('\n');
  return [
    `<!DOCTYPE html>\n<html${attributes(htmlAttributes)}>`,
    '<head>',
    headWithStyles(data.head, links),
    dynamicHead,
    '</head>',
    `<body${attributes(bodyAttributes)}>`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n');
}

/** Everything after the content of the body: the configuration, then the scripts. */
export function closeTemplate(data: BoilerplateData): string {
  const { js, additionalStaticJs, inlineScriptsAllowed, rootUrlPathPrefix } = data;
  return [
    '',
    configurationTag(data),
    ...js.map((file) => scriptTag(data, file)),
    ...additionalStaticJs.map(({ contents, pathname }) =>
      inlineScriptsAllowed
        ? `  <script>${contents}</script>`
        : `  <script type="text/javascript" src="${escapeHtml(rootUrlPathPrefix + pathname)}"></script>`,
    ),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function headWithStyles(head: string, styles: string): string {
  const placeholder = CSS_PLACEHOLDER.exec(head);
  const parts = placeholder
    ? [head.slice(0, placeholder.index), styles, head.slice(placeholder.index + placeholder[0].length)]
    : [styles, head];
  return parts.filter((part) => part !== '').join('\n');
}

function configurationTag(data: BoilerplateData): string {
  if (data.inlineScriptsAllowed) {
    return `  <script type="text/javascript">__meteor_runtime_config__ = JSON.parse(decodeURIComponent(${data.meteorRuntimeConfig}))</script>`;
  }
  const url = `${data.rootUrlPathPrefix}${data.meteorRuntimeConfigPath}?hash=${data.meteorRuntimeHash}`;
  return `  <script type="text/javascript" src="${escapeHtml(url)}"></script>`;
}

function styleTag(data: BoilerplateData, file: BoilerplateFile): string {
  if (file.inline) return `  <style type="text/css">${file.scriptContent}</style>`;
  return `  <link rel="stylesheet" type="text/css" class="__meteor-css__" href="${linkTo(data, file)}"${integrity(data, file)}>`;
}

function scriptTag(data: BoilerplateData, file: BoilerplateFile): string {
  const type = file.loading === 'module' ? 'module' : 'text/javascript';
  if (file.inline) return `  <script type="${type}">${file.scriptContent}</script>`;
  return `  <script type="${type}" src="${linkTo(data, file)}"${integrity(data, file)}></script>`;
}

const linkTo = (data: BoilerplateData, file: BoilerplateFile): string =>
  escapeHtml(data.bundledJsCssUrlRewriteHook(file.url));

function integrity({ sriMode }: BoilerplateData, { sri }: BoilerplateFile): string {
  return sri && sriMode ? ` integrity="sha512-${sri}" crossorigin="${sriMode}"` : '';
}

/** `null`, `undefined` and `false` leave an attribute out; `true` writes it without a value. */
function attributes(values: HtmlAttributes | undefined): string {
  if (!values) return '';
  return Object.entries(values)
    .map(([name, value]) => {
      if (value === null || value === undefined || value === false) return '';
      return value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
    })
    .join('');
}
