import { hashText } from '../../contract';
import type { IImageStore, IToolImage } from '../../contract';

/** Images by hash of their data, each kept once, as long as the page lives. */
export class MemoryImages implements IImageStore {
  readonly #images = new Map<string, IToolImage>();

  async put(_threadId: string, image: IToolImage): Promise<string> {
    const id = hashText(image.data);
    this.#images.set(id, image);
    return id;
  }

  async get(_threadId: string, id: string): Promise<IToolImage | undefined> {
    return this.#images.get(id);
  }
}
