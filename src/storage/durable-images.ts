import {
  ENGLISH,
  hashText,
  type IImageStore,
  type IToolImage,
  type ITranslator
} from '../contract';
import type { ThreadDatabase } from './database/thread-database';
import { explainWriteError } from './database/storage-errors';

/** The stored images, each once per thread. */
export class DurableImages implements IImageStore {
  private readonly _database: ThreadDatabase;
  private readonly _trans: ITranslator;

  constructor(
    database: ThreadDatabase,
    { trans = ENGLISH }: { trans?: ITranslator } = {}
  ) {
    this._database = database;
    this._trans = trans;
  }

  async put(threadId: string, image: IToolImage): Promise<string> {
    try {
      return await this._database.write(threadId, ['images'], async tx => {
        let id = `${hashText(image.data)}-${image.data.length}`;
        let there = await tx.get('images', [threadId, id]);
        // A different image with the same hash needs an id of its own.
        while (there && there.data !== image.data) {
          id += '+';
          there = await tx.get('images', [threadId, id]);
        }
        if (!there) {
          tx.put('images', [threadId, id], image);
        }
        return id;
      });
    } catch (error) {
      throw explainWriteError(error, this._trans);
    }
  }

  get(threadId: string, id: string): Promise<IToolImage | undefined> {
    return this._database.read(['images'], tx =>
      tx.get('images', [threadId, id])
    );
  }
}
