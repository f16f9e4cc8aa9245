import { MemorySaver } from '@langchain/langgraph-checkpoint';

/**
 * LangGraph's own MemorySaver, which keeps every checkpoint whole: that grows
 * with the square of a conversation. A thread is resumed from its newest
 * checkpoint alone, so the older ones go.
 */
export class LatestCheckpointSaver extends MemorySaver {
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
