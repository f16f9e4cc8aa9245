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

/** What a document is kept as, among the images of its thread: its content as JSON. */
export const DOCUMENT_TYPE = 'application/json';

/** A document as it is kept; deleted with its thread, as images are. */
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

  /** By its id; null where it is kept no more. */
  async open(id: string): Promise<IDocumentContent | null> {
    const { at, imageStore } = this._options;
    const kept = await imageStore.get(at.threadId, id);
    return kept?.mimeType === DOCUMENT_TYPE
      ? (JSON.parse(kept.data) as IDocumentContent)
      : null;
  }

  draw(pdf: string, page: number): Promise<IDrawnPage> {
    return this._options.documents.draw(pdf, page);
  }
}
