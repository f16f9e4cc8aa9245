import {
  HumanMessage,
  ToolMessage,
  AIMessage,
  type BaseMessage
} from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { Effect } from '../../contract';
import type { IInstructions } from '../context/instructions';
import { messageContext } from '../context/message-context';
import type { ExtensionMiddleware } from '../middleware/extension';
import type { IReadyModel, ModelSelector } from '../model/model-selector';
import type { SpentTokens } from '../model/token-usage';
import type { IRunDependencies } from '../run/run-dependencies';
import type { IStepAgent, IStepAgentOptions, IWorkflowHost } from './workflow';
import { FINAL_ANSWER } from '../calls/review-call';
import { parseArguments } from '../tool-set/parse-arguments';
import { buildGraph } from '../run/middleware-chain';
import { readPosition } from '../run/graph-position';
import type { Run } from '../run/run';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatResult } from '@langchain/core/outputs';

/** The most supersteps that an agent within a workflow may take. */
const RECURSION_LIMIT = 10_000;

export type HostDependencies = Pick<
  IRunDependencies,
  'checkpointer' | 'threads'
>;

/** What a graph above the agent needs within one run. */
export interface IHostParts {
  run: Run;
  models: ModelSelector;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  /** What its requests have cost. */
  spent: Pick<SpentTokens, 'total'>;
  beside: AnswersBeside;
}

/** Answers of agents that work at the same time, by their node. */
export type AnswersBeside = Map<string, { messageId: string }>;

/**
 * What a run gives to a graph above the agent.
 *
 * @param id of its work.
 */
export function workflowHost(
  { checkpointer, threads }: HostDependencies,
  parts: IHostParts,
  id: string
): IWorkflowHost {
  const { run } = parts;
  return {
    id,
    run,
    checkpointer,
    threads,
    instructions: parts.instructions.text,
    model: async temperature => {
      const ready = await parts.models.take();
      run.recipient = ready;
      return temperature === undefined ? ready : parts.models.at(temperature);
    },
    shortModel: () => parts.models.takeShort(),
    spent: () => parts.spent.total(),
    agent: options => stepAgent(parts, checkpointer, options),
    call: (name, args, config) => callOnce(parts, { name, args }, config),
    tool: name => run.options.tools.get(name),
    effectOf: (name, args) => {
      const tool = run.options.tools.get(name);
      if (!tool) {
        return null;
      }
      const context = run.toolContext('step');
      const { args: read, problem } = parseArguments(tool, args, run.names);
      try {
        return problem === null
          ? tool.effect(read as Record<string, unknown>, context)
          : null;
      } catch (error) {
        // What it would do is not known.
        console.debug('Cellwright: the effect of a call', name, error);
        return null;
      }
    },
    facts: async () =>
      (await messageContext(run, { text: '', attachments: [], facts: 'whole' }))
        .text,
    allow: (effects: readonly Effect[], on) => {
      if (run.turn.allow(effects, on)) {
        run.onTurn();
      }
    },
    allowCalls: calls => run.turn.allowCalls(calls),
    keep: () => run.options.keepMemory()
  };
}

/** The same agent with a short context and a budget of its own. */
function stepAgent(
  { run, models, instructions, extensions, beside: atWork }: IHostParts,
  checkpointer: HostDependencies['checkpointer'],
  { budget, beside = false, last = false, about }: IStepAgentOptions
): IStepAgent {
  const answer = { messageId: '' };
  const agent = buildGraph({
    run: beside ? readingRun(run) : last ? withoutAnswer(run) : run,
    models,
    instructions,
    extensions,
    budget,
    ...(beside && { answer })
  });
  return {
    messages: async ({ configurable }) => {
      const { messages } = await readPosition(agent, {
        thread_id: configurable?.thread_id,
        checkpoint_ns: configurable?.checkpoint_ns,
        // Without it, LangGraph searches the outer graph for a subgraph of this
        // name.
        __pregel_checkpointer: checkpointer
      });
      return messages;
    },
    invoke: async (text, config) => {
      run.options.offer.hear(about ?? text);
      const node = String(config.configurable?.checkpoint_ns ?? '');
      if (beside) {
        atWork.set(node, answer);
      }
      try {
        const { messages } = await agent.invoke(
          { messages: [new HumanMessage(text)] },
          { ...config, recursionLimit: RECURSION_LIMIT } as never
        );
        return messages;
      } finally {
        atWork.delete(node);
      }
    }
  };
}

/**
 * Makes one call with the usual agent; its model makes this call and then ends.
 */
async function callOnce(
  { run, instructions, extensions }: IHostParts,
  call: { name: string; args: Record<string, unknown> },
  config: RunnableConfig
): Promise<boolean> {
  const { provider, choice } = run.recipient;
  const ready: IReadyModel = {
    provider,
    choice,
    model: new OneCallModel(call)
  };
  const agent = buildGraph({
    run: quietRun(run),
    models: { take: async () => ready, second: null },
    instructions,
    extensions,
    budget: 2
  });
  const { messages } = await agent.invoke(
    { messages: [new HumanMessage(`Call ${call.name} once.`)] },
    { ...config, recursionLimit: RECURSION_LIMIT } as never
  );
  return messages.some(
    each =>
      ToolMessage.isInstance(each) &&
      each.name === call.name &&
      each.status !== 'error'
  );
}

/** The run without the events of a model, since none is asked. */
function quietRun(run: Run): Run {
  const emit: Run['emit'] = body => {
    if (
      !['model-started', 'model-message', 'usage'].includes(body.type) &&
      !(body.type === 'call-proposed' && body.tool === FINAL_ANSWER)
    ) {
      run.emit(body);
    }
  };
  return derivedRun(run, { emit: { value: emit } });
}

/** The run without the event of the final answer. */
function withoutAnswer(run: Run): Run {
  const finals = new Set<string>();
  const emit: Run['emit'] = body => {
    if (body.type === 'call-proposed' && body.tool === FINAL_ANSWER) {
      finals.add(body.callId);
    }
    if (body.type !== 'model-message' || !finals.has(body.messageId)) {
      run.emit(body);
    }
  };
  return derivedRun(run, { emit: { value: emit } });
}

/**
 * The run for one of several agents that work at the same time: it may only
 * read.
 */
function readingRun(run: Run): Run {
  return derivedRun(run, {
    readsOnly: {
      value:
        'Not run: this step works beside others and may only read. Do it without this call, or end with final_answer and say what is missing.'
    }
  });
}

/** The run with some properties replaced. */
function derivedRun(run: Run, change: PropertyDescriptorMap): Run {
  return Object.create(run, change) as Run;
}

/** Makes one call that a person asked for, and then ends; no model is asked. */
class OneCallModel extends BaseChatModel {
  constructor(
    private readonly _call: { name: string; args: Record<string, unknown> }
  ) {
    super({});
  }

  _llmType(): string {
    return 'one-call';
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const isDone = messages.some(each => ToolMessage.isInstance(each));
    const call = isDone
      ? { name: FINAL_ANSWER, args: { answer: 'Done.' } }
      : this._call;
    const message = new AIMessage({
      content: '',
      tool_calls: [{ ...call, id: isDone ? 'end' : 'call', type: 'tool_call' }]
    });
    return { generations: [{ message, text: '' }] };
  }
}
