import type { IFiles } from '../../contract';
import { ForwardedFiles } from '../util/forwarded-files';

/** Files, read only after the run's changes to its notebook are saved. */
export class FilesAfterSave extends ForwardedFiles {
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
