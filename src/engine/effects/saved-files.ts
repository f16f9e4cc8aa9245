import type { IFiles } from '../../contract';
import { ForwardedFiles } from '../util/forwarded-files';

/** Files as they are once what the run put into its notebook is saved. */
export class SavedFiles extends ForwardedFiles {
  constructor(
    files: IFiles,
    private readonly _flush: () => Promise<void>
  ) {
    super(files);
  }

  protected override async pathOf(path: string): Promise<string> {
    await this._flush();
    return path;
  }
}
