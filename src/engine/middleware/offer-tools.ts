import type { ClientTool } from '@langchain/core/tools';
import { createMiddleware } from 'langchain';

import type { ITool, ITranslator } from '../../contract';
import { openTodos } from '../model/open-todos';
import type { Emit, Note } from '../run-context/run-context';
import { isOurs, type ToolOffer } from '../tool-set/tool-offer';

export interface IOfferToolsOptions {
  offer: Pick<ToolOffer, 'next' | 'takeTrouble'>;
  /** The offered tools, by name. */
  tools: ReadonlyMap<string, ITool>;
  /** A tool in LangChain's form; always the same object for the same tool. */
  langchainTool(tool: ITool): ClientTool;
  trans: ITranslator;
  emit: Emit;
  note: Note;
}

/**
 * Sends each request with the tools offered now: the graph itself knows only our
 * own tools, which never change. New tools are added after those already sent.
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
    }
  });
}

function others(tools: ReadonlyMap<string, ITool>): ITool[] {
  return [...tools.values()].filter(tool => !isOurs(tool));
}
