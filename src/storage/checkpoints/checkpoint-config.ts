import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';

/** LangGraph's `RunnableConfig`. */
export type CheckpointConfig = Parameters<BaseCheckpointSaver['getTuple']>[0];

export function configOf(
  graph: string,
  namespace: string,
  id: string
): CheckpointConfig {
  return {
    configurable: {
      thread_id: graph,
      checkpoint_ns: namespace,
      checkpoint_id: id
    }
  };
}

export function namespaceOf(config: CheckpointConfig): string {
  const namespace: unknown = config.configurable?.checkpoint_ns ?? '';
  return namespace === '' ? '' : textOf('checkpoint_ns', namespace);
}

/** The error is for programmers: nothing a person does leads here. */
export function textOf(field: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw new Error(
      `A checkpoint needs "${field}" in its config, a string; it was ${JSON.stringify(value)}.`
    );
  }
  return value;
}
