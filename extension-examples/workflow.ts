import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import type * as LangGraph from '@langchain/langgraph/web';
import { type IWorkflowDeclaration, IWorkflowRegistry } from 'cellwright';

/**
 * A workflow: a graph with a card of its own, that the agent calls as a tool. The
 * model proposes names for a column, the person picks one or writes their own,
 * and the agent reads which. The card comes back after a reload.
 */
export const renameColumn: IWorkflowDeclaration<typeof LangGraph> = {
  name: 'column-names',
  tool: {
    name: 'name_column',
    description: 'Have the person choose a better name for a column.',
    parameters: {
      type: 'object',
      properties: { column: { type: 'string' } },
      required: ['column']
    },
    effect: 'read',
    running: ({ column }) => `Choosing a name for ${column}`
  },
  cards: {
    choice: {
      data: {
        type: 'object',
        properties: {
          column: { type: 'string' },
          names: { type: 'array', items: { type: 'string' } }
        },
        required: ['column', 'names']
      },
      draw: ({ column, names }) => ({
        title: 'Choose a name',
        text: `What should ${column} be called?`,
        blocks: [{ kind: 'list', items: names as string[] }],
        form: {
          schema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Name', minLength: 1 }
            },
            required: ['name']
          },
          values: { name: (names as string[])[0] ?? '' }
        },
        buttons: [
          { name: 'take', label: 'Take this name', fills: true },
          { name: 'keep', label: 'Keep the old one' }
        ]
      })
    }
  },
  create: ({ StateGraph, Annotation, START, END }, page) => {
    const State = Annotation.Root({
      column: Annotation<string>,
      names: Annotation<string[]>,
      chosen: Annotation<string | null>
    });
    const graph = new StateGraph(State)
      // In a node of its own: what stands before a card runs again with its answer.
      .addNode('propose', async ({ column }) => ({
        names: (await page.model(`Three better names for ${column}.`))
          .split('\n')
          .filter(Boolean)
      }))
      .addNode('choose', ({ column, names }, config) => {
        const answer = page.ask(config, 'choice', { column, names });
        return {
          chosen: answer?.button === 'take' ? `${answer.values.name}` : null
        };
      })
      .addEdge(START, 'propose')
      .addEdge('propose', 'choose')
      .addEdge('choose', END)
      .compile();
    return {
      graph,
      input: ({ column }) => ({ column }),
      result: state => {
        const { column, chosen } = state as typeof State.State;
        return chosen === null
          ? `The person keeps the name ${column}.`
          : { text: `Use ${chosen}.`, summary: `Named it ${chosen}` };
      }
    };
  }
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:column-names',
  description: 'Lets the person choose names of columns.',
  autoStart: true,
  requires: [IWorkflowRegistry],
  activate: (_app: JupyterFrontEnd, workflows: IWorkflowRegistry) => {
    workflows.register(renameColumn as IWorkflowDeclaration);
  }
};

export default plugin;
