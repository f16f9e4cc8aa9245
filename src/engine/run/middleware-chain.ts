import {
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import {
  todoListMiddleware,
  type AgentMiddleware,
  createMiddleware,
  createAgent
} from 'langchain';
import { ModelFault, type IBranch, type IJournal } from '../../contract';
import type { IInstructions } from '../context/instructions';
import { prepareHistory } from '../context/clear-old-results';
import { answerNumbers } from '../model/answer-numbers';
import { requestsIn } from '../model/normalize-answer';
import { tellOnce } from '../context/tell-once';
import { summariseMessages } from '../context/summarise-messages';
import { debugMiddleware } from '../middleware/debug';
import type {
  ExtensionMiddleware,
  IExtensionOptions
} from '../middleware/extension';
import {
  fallbackMiddleware,
  modelCallLimitMiddleware,
  retryMiddleware,
  selectModelMiddleware
} from '../middleware/call-model';
import { offerToolsMiddleware } from '../middleware/offer-tools';
import { normalizeAnswerMiddleware } from '../middleware/normalize-answer';
import { requestMiddleware } from '../middleware/request';
import { summariseMiddleware } from '../middleware/summarise';
import { toolGateMiddleware } from '../middleware/tool-gate';
import { type ModelSelector, PlaceholderModel } from '../model/model-selector';
import { writeTodos } from '../model/open-todos';
import {
  TODO_DESCRIPTION,
  TODO_PROMPT,
  promptOf,
  serverInstructions
} from '../model/system-prompt';
import type { IAnsweringModel } from '../run-context/answering-model';
import { langchainTools } from '../tool-calls/invoke-tool';
import { FINAL_ANSWER } from '../tool-calls/review-call';
import { ownParameters } from '../tool-set/parse-arguments';
import { isOurs } from '../tool-set/tool-offer';
import type { Run } from './run';
import type { BaseCheckpointSaver } from '@langchain/langgraph/web';
import { stepAnswer } from '../../tools';
import type { IRunContext } from '../run-context/run-context';

interface IChainOptions {
  run: Run;
  models: Pick<ModelSelector, 'take' | 'second' | 'of'>;
  instructions: IInstructions;
  extensions: ExtensionMiddleware;
  /**
   * The most requests to the model, for a step of a workflow, whose answer is
   * not the final one.
   */
  budget?: number;
  /** Holds the id of the answer in progress; the run itself if not given. */
  answer?: { messageId: string };
}

/**
 * The one list of middleware. Outermost first for `wrapModelCall` and
 * `wrapToolCall`; `beforeModel` runs from first to last. One has a hook that is a
 * node: summarise.
 */
function middlewareChain({
  run,
  models,
  instructions,
  extensions,
  budget,
  answer = run
}: IChainOptions): AgentMiddleware[] {
  const { signal, keepsTodos, names, emit, note, calls } = run;
  const { journal, at, trans, tools, imageStore } = run.options;
  const { settings, offer, mcp } = run.options;
  const take = (): ReturnType<ModelSelector['take']> => models.take();
  const messageId = (): string => answer.messageId;
  const recipient = (): IAnsweringModel => run.recipient;
  const onRecipient = (to: IAnsweringModel): void => {
    run.recipient = to;
  };
  return [
    // Turns older messages into a summary, before anything else looks at them.
    summariseMiddleware({
      settings,
      take,
      summarise: (model, stored, options) =>
        summariseMessages(run, model, stored, options),
      signal,
      trans,
      note
    }),
    // Repairs the answer, replaces the ids of calls, and emits what the model
    // said.
    normalizeAnswerMiddleware({
      settings,
      recipient,
      keepsTodos,
      tools,
      read: messages =>
        readTexts(journal, at, messages, [
          instructions.text,
          serverInstructions(tools, mcp)
        ]),
      findNumbers: (answer, messages) =>
        answerNumbers(run, answer, messages, [
          instructions.text,
          settings().instructions
        ]),
      signal,
      trans,
      emit,
      note,
      names,
      onMessage: (id, writer) => {
        answer.messageId = id;
        run.tellNames(writer);
      },
      outcomeOf: async id => (await journal.call(at, id))?.outcome,
      onGivenUp: id => {
        calls.leftOpen = id;
      },
      onCut: reason => {
        if (budget === undefined) {
          run.cut = reason;
        } else if (reason === 'content_filter') {
          throw new ModelFault(
            'refused',
            trans.__('The content filter of the model ended the answer.')
          );
        }
      }
    }),
    // Counts requests, including repeated ones. LangChain's.
    modelCallLimitMiddleware({
      limit: () => budget ?? settings().limits.modelCalls,
      ...(budget !== undefined && {
        before: requestsIn
      })
    }),
    // Takes the model that is chosen now, before anything looks at the
    // recipient.
    selectModelMiddleware({ take, onRecipient, trans, emit, note }),
    // Offers the tools available now, with those added or found meanwhile.
    offerToolsMiddleware({
      offer,
      tools,
      langchainTool: langchainTools(run),
      trans,
      emit,
      note
    }),
    // Registered middleware: first our own, which names the next step to models
    // that stall, then those of other extensions. What they return is repaired
    // and reviewed.
    ...extensions.outermost,
    // The todo list, as `write_todos`. LangChain's.
    ...(keepsTodos ? [todoMiddleware()] : []),
    // Switches to the second model once the first has failed for good.
    fallbackMiddleware({
      second: () => models.second,
      recipient,
      messageId,
      signal,
      trans,
      emit,
      note
    }),
    // Remembers which of the two models answers: its provider decides what is
    // kept of the answer, and its prices give the cost.
    createMiddleware({
      name: 'recipient',
      wrapModelCall: (request, handler) => {
        const to = models.of(request.model);
        if (to) {
          onRecipient(to);
        }
        return handler(request);
      }
    }),
    // Sets the system prompt, answers every call, clears old results, adds
    // images.
    requestMiddleware({
      prepare: messages => prepareHistory(run, messages),
      prompt: to => promptOf(run, instructions.text, to),
      recipient,
      schemasOnly: () => settings().privacy.schemasOnly,
      image: id => imageStore.get(at.threadId, id),
      onUnseen: to => tellUnseen(run, to),
      trans,
      note
    }),
    // Registered middleware that sees the request as it will be sent and the
    // raw answer.
    ...extensions.innermost,
    // Repeats requests that may succeed the next time. LangChain's.
    retryMiddleware({ signal, messageId, trans, emit, note }),
    // Notes each request as it is sent, and each call with the result that the
    // model reads. Innermost for requests.
    debugMiddleware({
      isOn: () => settings().debug,
      recipient,
      offered: () => offer.reasons(trans),
      trans,
      note
    }),
    // The only way to an effect: asks the person, and counts calls against their
    // limits. Innermost for calls.
    toolGateMiddleware(run, budget !== undefined)
  ];
}

/** What the middleware of other extensions can use. */
export function extensionOptions(run: Run): IExtensionOptions {
  const { settings, trans } = run.options;
  return {
    settings,
    get notebook() {
      return run.options.notebook.path;
    },
    get stalls() {
      const { provider, choice } = run.recipient;
      return provider.stalls?.(choice) ?? false;
    },
    reviewed: run.turn.reviewed,
    trans,
    note: run.note
  };
}

/**
 * LangChain's todo list, with our shorter schema (`checkAnswer` has checked the
 * arguments by it), and without its `afterModel`, which answers two
 * `write_todos` in one step: `normalizeAnswer` leaves only one, and each hook
 * costs a node and a checkpoint.
 */
function todoMiddleware() {
  const middleware = todoListMiddleware({
    systemPrompt: TODO_PROMPT,
    toolDescription: TODO_DESCRIPTION
  });
  return {
    ...middleware,
    tools: middleware.tools?.map(tool =>
      Object.assign(tool, { schema: ownParameters(writeTodos) })
    ),
    afterModel: undefined
  };
}

/** Says that a model gets no pictures, unless the person has chosen that. */
function tellUnseen(
  { options }: Run,
  { provider, choice }: IAnsweringModel
): void {
  const { trans } = options;
  // The demo is no model.
  if (choice.images !== null || provider.id === 'demo') {
    return;
  }
  tellOnce(
    options,
    [provider.label(choice, trans)],
    label =>
      trans.__(
        'Plots are not sent to %1, which does not take pictures. If it does, choose “Yes” for “Can see images” in the settings of the model.',
        label
      ),
    'plots-unseen'
  );
}

/**
 * All text that a model read in a conversation without anybody saying it to the
 * model: results, attachments, summaries, instructions from files. Includes
 * text that is no longer sent.
 */
async function readTexts(
  journal: IJournal,
  at: IBranch,
  messages: readonly BaseMessage[],
  instructions: readonly string[]
): Promise<string[]> {
  const shown = await journal.shown(at);
  const texts = new Map(
    shown.map(event =>
      event.type === 'user-message' ? [event.messageId, event.text] : ['', '']
    )
  );
  return [
    ...instructions,
    ...messages.flatMap(message => {
      if (ToolMessage.isInstance(message)) {
        return [message.text];
      }
      const own = texts.get(message.id ?? '') ?? '';
      return HumanMessage.isInstance(message)
        ? [message.text.replace(own, '')]
        : [];
    }),
    ...shown.flatMap(event =>
      event.type === 'call-finished'
        ? [event.result]
        : event.type === 'summary'
          ? [event.text]
          : []
    )
  ];
}

interface IGraphOptions extends IChainOptions {
  /** If not given, that of the graph around it. */
  checkpointer?: BaseCheckpointSaver;
}

/** The agent of one run: LangChain's `createAgent` with our chain. */
export function buildGraph(options: IGraphOptions) {
  const { run, checkpointer } = options;
  return createAgent({
    model: new PlaceholderModel(),
    // The tools of others come and go: see `offerToolsMiddleware`.
    tools: [...run.options.tools.values()]
      .filter(isOurs)
      .filter(
        ({ effects }) =>
          (run as IRunContext).readsOnly === undefined ||
          effects.every(each => each === 'read')
      )
      .map(tool =>
        // Only how it is described differs; the gate takes its own.
        options.budget !== undefined && tool.name === FINAL_ANSWER
          ? stepAnswer
          : tool
      )
      .map(langchainTools(run)),
    checkpointer,
    // One node for the calls of a step: the gate holds them to their order.
    version: 'v1',
    middleware: middlewareChain(options)
  });
}

export type AgentGraph = ReturnType<typeof buildGraph>;
