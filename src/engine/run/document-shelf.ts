import type {
  IAttachedDocuments,
  IBranch,
  IDocumentContent,
  IDocuments,
  IDrawnPage,
  IImageStore,
  IToolImage
} from '../../contract';
import type { IAgentMemory } from './agent-memory';

/**
 * The media type under which a document is stored among the images of its
 * thread: its content as JSON.
 */
const DOCUMENT_TYPE = 'application/json';

/** A document in its stored form; deleted with its thread, like images. */
export function storedDocument(content: IDocumentContent): IToolImage {
  return {
    mimeType: DOCUMENT_TYPE,
    data: JSON.stringify(content),
    width: 0,
    height: 0
  };
}

/** The documents of a conversation that its tools may read. */
export class DocumentShelf implements IAttachedDocuments {
  constructor(
    private readonly _options: {
      at: IBranch;
      memory: Pick<IAgentMemory, 'documents'>;
      imageStore: IImageStore;
      documents: IDocuments;
    }
  ) {}

  names(): readonly string[] {
    return [...this._options.memory.documents.keys()];
  }

  async read(name: string): Promise<IDocumentContent | null> {
    const id = this._options.memory.documents.get(name);
    return id === undefined ? null : this.open(id);
  }

  /** A document by its id; null if it is no longer stored. */
  async open(id: string): Promise<IDocumentContent | null> {
    const { at, imageStore } = this._options;
    const stored = await imageStore.get(at.threadId, id);
    return stored?.mimeType === DOCUMENT_TYPE
      ? (JSON.parse(stored.data) as IDocumentContent)
      : null;
  }

  draw(pdf: string, page: number): Promise<IDrawnPage> {
    return this._options.documents.draw(pdf, page);
  }
}
