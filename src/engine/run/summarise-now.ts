import type { BaseMessage } from '@langchain/core/messages';

import type { ModelSelector } from '../model/model-selector';
import type { AgentGraph } from './build-graph';
import { summariseMessages } from '../context/summarise-messages';
import type { Run } from './run';
import { graphConfig } from '../run-context/graph-config';
import { isSummary } from '../context/summary-trigger';

/** The last step: a call and its answer, or what the person said. */
const KEEP = 2;

/** A sixteenth of the conversation is the least that is tried. */
const TRIES = 4;

/**
 * Makes a summary of all but the last step, because the person asked for it:
 * the model could not read the whole. The graph then stands before the model.
 *
 * @throws what the model failed with.
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
