import type { BaseCheckpointSaver } from '@langchain/langgraph/web';

import type { IBranch } from '../../contract';
import type { ICheckpointOutline } from '../../storage';
import { graphConfig } from '../run-context/graph-config';

/** A saver that can list its checkpoints without reading them whole. */
interface IOutliningSaver extends BaseCheckpointSaver {
  outlines(at: IBranch, from?: string): AsyncIterable<ICheckpointOutline>;
}

/**
 * Outlines of the checkpoints of a branch, newest first.
 *
 * @param from the oldest that is wanted; a saver may return older ones too.
 */
export async function* outlinesOf(
  saver: BaseCheckpointSaver,
  at: IBranch,
  from?: string
): AsyncGenerator<ICheckpointOutline> {
  if ('outlines' in saver) {
    yield* (saver as IOutliningSaver).outlines(at, from);
    return;
  }
  for await (const { checkpoint, parentConfig } of saver.list(
    graphConfig(at)
  )) {
    const { id, ts, channel_values: values } = checkpoint;
    const { messages } = values;
    yield {
      id,
      parentId: parentConfig?.configurable?.checkpoint_id ?? null,
      ts,
      messages: Array.isArray(messages) ? messages : [],
      channels: Object.entries(values)
        .filter(([, value]) => !Array.isArray(value) || value.length > 0)
        .map(([name]) => name)
    };
  }
}
