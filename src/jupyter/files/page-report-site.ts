import type { Contents } from '@jupyterlab/services';

import type {
  IFiles,
  IImages,
  IReportFile,
  IReportSite,
  ITranslator
} from '../../contract';
import {
  WorkspaceError,
  ifRefused,
  isWorkspaceError
} from '../../contract/ports/workspace-error';
import { toBase64 } from '../../contract/text/to-base64';
import { BrowserImages } from './browser-images';
import { fileError } from './file-errors';
import { bytesOf, wholeBase64 } from './read-bytes';
import { makeFolders } from './write-text';
import { fileName } from '../../contract/text/path-from-root';

export interface IPageReportSiteOptions {
  contents: Contents.IManager;
  /** Writes text through the document if it is open. */
  files: IFiles;
  /** The page's math typesetter; null if there is none. */
  typesetter(): object | null;
  trans: ITranslator;
}

/** Most characters of an open text that may be overwritten. */
const MAX_TEXT = 50_000_000;
/** ms until a blob handed to the browser is released. */
const LONG = 60_000;

/**
 * The part of a MathJax document that is used here; JupyterLab has no types for
 * it.
 */
interface IMathDocument {
  convert(tex: string, options: { display: boolean; end: number }): unknown;
  toMML(root: unknown): string;
}

/** Stops MathJax after it has parsed the formula, before it draws it. */
const COMPILED = 20;

/** What reports need of JupyterLab and the browser. */
export class PageReportSite implements IReportSite {
  readonly images: IImages = new BrowserImages();

  constructor(private readonly _options: IPageReportSiteOptions) {}

  /**
   * From the MathJax that JupyterLab typesets with; null if JupyterLab uses
   * another typesetter, or MathJax does not understand the formula.
   */
  async toMathML(tex: string, display: boolean): Promise<string | null> {
    try {
      const typesetter = this._options.typesetter() as {
        mathDocument?(): Promise<IMathDocument>;
      } | null;
      const document = await typesetter?.mathDocument?.();
      if (
        typeof document?.convert !== 'function' ||
        typeof document.toMML !== 'function'
      ) {
        return null;
      }
      const mathML = document.toMML(
        document.convert(tex, { display, end: COMPILED })
      );
      return mathML.includes('<merror') ? null : mathML;
    } catch (error) {
      console.warn('Cellwright: a formula is shown as text', error);
      return null;
    }
  }

  async readBytes(path: string, maxBytes: number): Promise<Uint8Array> {
    const { files, trans } = this._options;
    const { size } = await files.stat(path);
    if (size !== null && size > maxBytes) {
      throw new WorkspaceError(
        'too-large',
        trans.__(
          '“%1” is too large: it has %2 bytes, and up to %3 can be read.',
          path,
          size,
          maxBytes
        )
      );
    }
    return bytesOf(await wholeBase64(path, this._options));
  }

  async write(path: string, { data }: IReportFile): Promise<void> {
    const { contents, files, trans } = this._options;
    if (typeof data === 'string' && !path.endsWith('.ipynb')) {
      await files.writeText(path, data, await this._version(path));
      return;
    }
    try {
      await makeFolders(path, { contents, files });
      await contents.save(path, {
        type: 'file',
        ...(typeof data === 'string'
          ? { format: 'text', content: data }
          : { format: 'base64', content: toBase64(data) })
      });
    } catch (error) {
      throw isWorkspaceError(error)
        ? error
        : fileError(error, path, 'write', trans);
    }
  }

  async download(files: readonly IReportFile[]): Promise<void> {
    for (const { path, mimeType, data } of files) {
      const address = URL.createObjectURL(
        new Blob([data as BlobPart], { type: mimeType })
      );
      const link = document.createElement('a');
      link.href = address;
      link.download = fileName(path);
      link.hidden = true;
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(address), LONG);
    }
  }

  async print(html: string): Promise<void> {
    const frame = document.createElement('iframe');
    // No script runs in it. It has our origin, so that it can be told to print.
    frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
    frame.title = this._options.trans.__('Report to print');
    frame.style.cssText =
      'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0';
    frame.setAttribute('aria-hidden', 'true');
    const loaded = new Promise(resolve => {
      frame.addEventListener('load', resolve, { once: true });
    });
    frame.srcdoc = html;
    document.body.append(frame);
    await loaded;
    frame.contentWindow?.print();
    setTimeout(() => frame.remove(), LONG);
  }

  private async _version(path: string): Promise<string | null> {
    const { files } = this._options;
    const file = await files
      .openText(path, MAX_TEXT)
      .catch(ifRefused(null, 'not-found'));
    return file?.version ?? null;
  }
}
