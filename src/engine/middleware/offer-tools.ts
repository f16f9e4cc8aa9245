import type { ClientTool } from '@langchain/core/tools';
import { createMiddleware } from 'langchain';

import type { ITool, ITranslator } from '../../contract';
import { openTodos } from '../model/open-todos';
import type { Emit, Note } from '../run-context/run-context';
import { isOurs, type ToolOffer } from '../tool-set/tool-offer';

export interface IOfferToolsOptions {
  offer: Pick<ToolOffer, 'next' | 'takeTrouble'>;
  /** What is offered, by name. */
  tools: ReadonlyMap<string, ITool>;
  /** A tool as LangChain wants it; of the same tool always the same. */
  langchainTool(tool: ITool): ClientTool;
  trans: ITranslator;
  emit: Emit;
  note: Note;
}

/**
 * Sends each request with the tools of the moment, and runs them: the graph
 * knows only ours, which never change. New ones come behind those that were
 * sent before.
 */
export function offerToolsMiddleware(options: IOfferToolsOptions) {
  const { offer, tools, langchainTool, trans, emit, note } = options;
  return createMiddleware({
    name: 'offeredTools',
    wrapModelCall: async (request, handler) => {
      const plan = openTodos(request.state.messages).find(
        ({ status }) => status === 'in_progress'
      );
      const added = await offer.next(plan?.content);
      const trouble = offer.takeTrouble(trans);
      if (trouble !== null) {
        emit({ type: 'notice', code: 'other', text: trouble });
      }
      if (Object.keys(added).length > 0) {
        note(() => ({
          kind: 'middleware',
          title: trans.__('Offered more tools'),
          body: added
        }));
      }
      return handler({
        ...request,
        tools: [...(request.tools ?? []), ...others(tools).map(langchainTool)]
      });
    },
    wrapToolCall: (request, handler) => {
      const tool = tools.get(request.toolCall.name);
      return handler(
        tool && !isOurs(tool)
          ? { ...request, tool: langchainTool(tool) }
          : request
      );
    }
  });
}

function others(tools: ReadonlyMap<string, ITool>): ITool[] {
  return [...tools.values()].filter(tool => !isOurs(tool));
}
