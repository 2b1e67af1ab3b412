import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ClientFile } from '@bolide/bundle';
import { concatenate } from './html-stream.js';
import { closeTemplate, headTemplate } from './page-template.js';
import type { BoilerplateData, BoilerplateFile, BoilerplateOptions, HtmlAttributes, HtmlContent } from './types.js';

/** What a manifest must say about a file for the page. */
export type BoilerplateManifest = readonly (Pick<ClientFile, 'path' | 'where' | 'type'> & Partial<ClientFile>)[];

/** Builds the HTML page of one client arch from its manifest. */
export class Boilerplate {
  readonly arch: string;
  /** What the template gets if a call gives nothing else. */
  baseData: BoilerplateData;
  headTemplate: (data: BoilerplateData) => string = headTemplate;
  closeTemplate: (data: BoilerplateData) => string = closeTemplate;

  /** Throws for an arch that is not a browser's. Reads the `head` and `body` files of the manifest. */
  constructor(arch: string, manifest: BoilerplateManifest, options: BoilerplateOptions = {}) {
    if (!/^web\.(?:browser|cordova)(?:\.|$)/.test(arch)) throw new Error(`Unsupported arch: ${arch}`);
    this.arch = arch;
    this.baseData = baseDataOf(manifest, options);
  }

  /** The page's parts in order: text, and streams where hooks put them. */
  toParts(extraData?: Partial<BoilerplateData>): HtmlContent[] {
    const data = { ...this.baseData, ...extraData } as BoilerplateData;
    const parts: HtmlContent[] = [this.headTemplate(data)];
    for (const content of [data.body, data.dynamicBody]) if (content) parts.push(content);
    parts.push(this.closeTemplate(data));
    return parts;
  }

  /** The page. `extraData` goes before the base data, e.g. what is known only once a request is there. */
  toHTMLStream(extraData?: Partial<BoilerplateData>): Readable {
    return concatenate(this.toParts(extraData));
  }

  /** The page as text, when all streams in it have ended. */
  async toHTMLAsync(extraData?: Partial<BoilerplateData>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.toHTMLStream(extraData)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** @deprecated Meteor removed it. */
  toHTML(): never {
    throw new Error('Boilerplate#toHTML has been removed: use Boilerplate#toHTMLStream or Boilerplate#toHTMLAsync.');
  }
}

function baseDataOf(manifest: BoilerplateManifest, options: BoilerplateOptions): BoilerplateData {
  const { urlMapper = (url) => url, pathMapper = (path) => path, baseDataExtension, inline = false } = options;
  const read = (item: { path: string }) => readFileSync(pathMapper(item.path), 'utf8');
  const data: BoilerplateData = {
    css: [],
    js: [],
    preload: [],
    head: '',
    body: '',
    meteorRuntimeConfig: '""',
    meteorRuntimeHash: '',
    meteorRuntimeConfigPath: '/meteor_runtime_config.js',
    rootUrlPathPrefix: '',
    bundledJsCssUrlRewriteHook: (url) => url,
    inlineScriptsAllowed: true,
    additionalStaticJs: [],
    ...baseDataExtension,
  };
  for (const item of manifest) {
    const isClient = item.where === 'client';
    if (item.type === 'head') data.head = read(item);
    else if (item.type === 'body') data.body = read(item);
    else if (isClient && item.type === 'css') data.css.push(fileOf(item, urlMapper, inline ? read : undefined));
    else if (isClient && item.type === 'js' && !item.path.startsWith('dynamic/')) {
      const isHint = item.loading === 'preload';
      if (isHint && inline) continue;
      (isHint ? data.preload : data.js).push(fileOf(item, urlMapper, inline ? read : undefined));
    } else if (item.where === 'internal' && item.type === 'json' && item.path === 'body-attributes.json') {
      data.bodyAttributes = JSON.parse(read(item)) as HtmlAttributes;
    }
  }
  return data;
}

function fileOf(
  item: BoilerplateManifest[number],
  urlMapper: (url: string) => string,
  read: ((item: { path: string }) => string) | undefined,
): BoilerplateFile {
  return {
    url: urlMapper(item.url ?? ''),
    ...(item.loading && { loading: item.loading }),
    ...(read ? { inline: true, scriptContent: read(item) } : item.sri !== undefined && { sri: item.sri }),
  };
}
