import type { BaseMessage } from '@langchain/core/messages';

import type { ModelSelector } from '../model/model-selector';
import type { AgentGraph } from './build-graph';
import { summariseMessages } from '../context/summarise-messages';
import type { Run } from './run';
import { graphConfig } from '../run-context/graph-config';
import { isSummary } from '../context/summary-trigger';

/** Keeps the last step: a call and its answer, or a message of the person. */
const KEEP = 2;

/**
 * Halved at most this often, so at least a sixteenth of the conversation is
 * used.
 */
const TRIES = 4;

/**
 * Summarises everything but the last step at the person's request, because the
 * conversation was too long for the model. The next node of the graph is then
 * the model.
 *
 * @throws the model's error.
 */
export async function summariseNow(
  graph: AgentGraph,
  run: Run,
  models: Pick<ModelSelector, 'take'>
): Promise<void> {
  const config = graphConfig(run.options.at);
  const { values } = await graph.graph.getState(config);
  const stored = (values as { messages?: BaseMessage[] }).messages ?? [];
  const old = stored.length - KEEP - (isSummary(stored[0]) ? 1 : 0);
  const made =
    old > 0
      ? await summariseMessages(run, await models.take(), stored, {
          trigger: [{ messages: 1 }],
          keep: KEEP,
          tries: TRIES
        })
      : { failure: null };
  if ('messages' in made) {
    await graph.graph.updateState(config, made, 'summarise.before_model');
    return;
  }
  if (made.failure !== null) {
    throw made.failure;
  }
  run.emit({
    type: 'notice',
    code: 'other',
    text: run.options.trans.__(
      'There was nothing to summarise: your last message, together with what is sent along with it, is too long on its own. Shorten it, or attach less.'
    )
  });
}
