import type {
  ILateWorkflow,
  ITool,
  ITranslator,
  IWorkflowDeclaration,
  IWorkflowPage,
  ICardDrawing,
  ICustomAnswer,
  InterruptRequest,
  IWorkflowCard
} from '../../contract';
import { SetupError } from '../errors';
import type { IWorkflow, IWorkflowHost, WorkflowGraph } from './workflow';
import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  type AIMessageChunk
} from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import {
  Annotation,
  Command,
  END,
  START,
  Send,
  StateGraph
} from '@langchain/langgraph/web';
import { declaredResult, declaredTool } from '../tool-set/tool-set';
import { z } from 'zod';
import { askPerson } from '../interrupts/ask-person';

/** A workflow in any form in which it is registered. */
export type WorkflowEntry = IWorkflow | ILateWorkflow | IWorkflowDeclaration;

/** The registered workflows, ours and those of other extensions. */
export class WorkflowEntries {
  /** Cached, so that the same declaration gives the same tool. */
  private readonly _tools = new WeakMap<IWorkflowDeclaration, ITool>();

  constructor(
    private readonly _load: () => Promise<readonly WorkflowEntry[]>,
    private readonly _trans: ITranslator
  ) {}

  /** @throws SetupError for a name that no workflow has, or more than one. */
  async find(name: string): Promise<IWorkflow> {
    const found = (await this._all()).find(each => each.name === name);
    if (!found) {
      throw new SetupError(
        this._trans.__('There is no mode “%1” here. Choose another mode.', name)
      );
    }
    if ('make' in found) {
      return found;
    }
    return isDeclaration(found)
      ? declaredWorkflow(found, this._trans)
      : // A lazy entry is one of ours, so what it loads is an `IWorkflow`.
        ((await found.load()) as IWorkflow);
  }

  /**
   * The workflows that the agent is offered as tools.
   *
   * @throws SetupError
   */
  async tools(): Promise<ITool[]> {
    return (await this._all()).filter(isDeclaration).map(entry => {
      const tool = this._tools.get(entry) ?? workflowTool(entry, this._trans);
      this._tools.set(entry, tool);
      return tool;
    });
  }

  private async _all(): Promise<readonly WorkflowEntry[]> {
    const all = await this._load();
    const names = new Set<string>();
    for (const { name } of all) {
      if (names.has(name)) {
        throw new SetupError(
          this._trans.__(
            'There are two workflows called “%1”. The extension that added the second has to rename it.',
            name
          )
        );
      }
      names.add(name);
    }
    return all;
  }
}

function isDeclaration(entry: WorkflowEntry): entry is IWorkflowDeclaration {
  return 'create' in entry;
}

/**
 * Given to an extension to make its graph with: a copy of LangGraph of its own
 * would not be recognised.
 */
const LANGGRAPH = { StateGraph, Annotation, Command, Send, START, END };

/**
 * Wraps a workflow of another extension as one of ours.
 *
 * @throws SetupError for a name that cannot be used.
 */
function declaredWorkflow(
  declaration: IWorkflowDeclaration,
  trans: ITranslator
): IWorkflow {
  const { name } = declaration;
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new SetupError(
      trans.__(
        'A workflow cannot be called “%1”: use up to 40 lower-case letters, digits and “-”, beginning with a letter.',
        name
      )
    );
  }
  return {
    name,
    make: host => {
      const created = declaration.create(LANGGRAPH, pageOf(declaration, host));
      return {
        graph: created.graph as WorkflowGraph,
        input: ({ args }) => created.input(args ?? {}),
        outcome: () => null,
        result: state =>
          declaredResult(declaration.tool.name, created.result(state), trans),
        // It only shows cards, which are closed by now.
        ended: () => undefined
      };
    }
  };
}

/** The tool with which the agent calls a workflow of another extension. */
function workflowTool(
  { name, tool }: IWorkflowDeclaration,
  trans: ITranslator
): ITool {
  const declared = declaredTool(
    { ...tool, run: () => Promise.reject(new Error('Its graph does it.')) },
    trans
  );
  return {
    ...declared,
    workflow: name,
    run: async (args: Record<string, unknown>, { work }) =>
      work
        ? work({ text: tool.name, args })
        : {
            ok: false,
            text: 'It cannot be done here.',
            summary: trans.__('%1 cannot be done here', tool.name)
          }
  };
}

function pageOf(
  { name, cards = {} }: IWorkflowDeclaration,
  host: IWorkflowHost
): IWorkflowPage {
  const { run } = host;
  return {
    notebook: run.options.notebook.path,
    signal: run.signal,
    ask: (config, card, data) =>
      askCard((config as RunnableConfig).configurable, {
        workflow: name,
        cards,
        card,
        data
      }),
    model: async (text, { system } = {}) => {
      const { model } = await host.model();
      const stream = await model.stream(
        [
          ...(system ? [new SystemMessage(system)] : []),
          new HumanMessage(text)
        ],
        { signal: run.signal }
      );
      let whole: AIMessageChunk | null = null;
      for await (const chunk of stream) {
        whole = whole === null ? chunk : whole.concat(chunk);
      }
      return whole?.text ?? '';
    },
    agent: async (config, text, requests) => {
      const messages = await host
        .agent({ budget: requests })
        .invoke(text, config as RunnableConfig);
      return (
        messages
          .findLast(each => AIMessage.isInstance(each) && each.text.trim())
          ?.text.trim() ?? ''
      );
    },
    say: text => run.emit({ type: 'notice', code: 'other', text })
  };
}

/** The request for a card of another extension. */
interface ICardRequest {
  workflow: string;
  cards: Readonly<Record<string, IWorkflowCard>>;
  card: string;
  data: Record<string, unknown>;
}

/**
 * Pauses the graph with a card of another extension. Its request is checked
 * against the schema of the card, its content against what can be drawn, and
 * the answer against the buttons and the form that were shown.
 *
 * @returns null if it was cancelled, or no answer could be used.
 * @throws TypeError if the request is invalid: a defect of the extension.
 */
export function askCard(
  configurable: unknown,
  request: ICardRequest
): ICustomAnswer | null {
  const answer = askPerson(configurable, requestOf(request));
  return 'button' in answer ? answer : null;
}

function requestOf({
  workflow,
  cards,
  card,
  data
}: ICardRequest): InterruptRequest {
  const declared = Object.hasOwn(cards, card) ? cards[card] : undefined;
  if (!declared) {
    throw new TypeError(`The workflow ${workflow} has no card “${card}”.`);
  }
  const read = z.fromJSONSchema(declared.data).safeParse(data);
  if (!read.success) {
    throw new TypeError(
      `What the workflow ${workflow} asks with does not fit its card “${card}”: ${z.prettifyError(read.error)}`
    );
  }
  const drawing: ICardDrawing = declared.draw(
    read.data as Record<string, unknown>
  );
  const { title, text, blocks = [], form, buttons } = drawing;
  return {
    kind: 'custom',
    workflow,
    card,
    title,
    ...(text !== undefined && { text }),
    blocks,
    ...(form && {
      schema: form.schema as { type: 'object' },
      values: form.values ?? {}
    }),
    buttons
  };
}
