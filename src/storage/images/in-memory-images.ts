import { hashText, type IImageStore, type IToolImage } from '../../contract';

/**
 * Images by the hash of their data, each stored once, for as long as the page
 * lives.
 */
export class InMemoryImages implements IImageStore {
  private readonly _images = new Map<string, IToolImage>();

  async put(_threadId: string, image: IToolImage): Promise<string> {
    const id = hashText(image.data);
    this._images.set(id, image);
    return id;
  }

  async get(_threadId: string, id: string): Promise<IToolImage | undefined> {
    return this._images.get(id);
  }
}
