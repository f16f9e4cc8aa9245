import { MemorySaver } from '@langchain/langgraph-checkpoint';

type Serializer = NonNullable<ConstructorParameters<typeof MemorySaver>[0]>;

/**
 * Keeps values as they are. Reducers make new values and leave the old ones
 * alone, and writing out a whole history several times a step would cost more
 * with each step.
 */
const BY_REFERENCE: Serializer = {
  dumpsTyped: async value => ['json', value],
  loadsTyped: async (_type, value) => value
};

/**
 * LangGraph's own MemorySaver, which keeps every checkpoint whole: that grows
 * with the square of a conversation. A thread is resumed from its newest
 * checkpoint alone, so the older ones go.
 */
export class LatestCheckpointSaver extends MemorySaver {
  constructor() {
    super(BY_REFERENCE);
  }

  override async put(
    ...[config, checkpoint, metadata]: Parameters<MemorySaver['put']>
  ): ReturnType<MemorySaver['put']> {
    const saved = await super.put(config, checkpoint, metadata);
    const threadId: string = config.configurable?.thread_id;
    const namespace: string = config.configurable?.checkpoint_ns ?? '';
    const kept = this.storage[threadId]?.[namespace] ?? {};
    for (const id of Object.keys(kept)) {
      if (id !== checkpoint.id) {
        delete kept[id];
        delete this.writes[JSON.stringify([threadId, namespace, id])];
      }
    }
    return saved;
  }
}
