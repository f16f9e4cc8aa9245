import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { type IMiddlewareDeclaration, IMiddlewareRegistry } from 'cellwright';
import type * as LangChain from 'langchain';

/**
 * A middleware: shapes what is sent to the model and what comes back. It is
 * made with the LangChain it is handed, never with one of its own.
 */
export const houseStyle: IMiddlewareDeclaration<typeof LangChain> = {
  name: 'HouseStyle',
  place: 'innermost',
  create: ({ createMiddleware }) =>
    createMiddleware({
      name: 'HouseStyle',
      wrapModelCall: (request, handler) =>
        handler({
          ...request,
          systemMessage: request.systemMessage.concat(
            '\n\nPlots use the palette "colorblind" and have axis labels.'
          )
        })
    })
};

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:house-style',
  description: 'Tells the model how plots look here.',
  autoStart: true,
  requires: [IMiddlewareRegistry],
  activate: (_app: JupyterFrontEnd, middleware: IMiddlewareRegistry) => {
    middleware.register(houseStyle);
  }
};

export default plugin;
