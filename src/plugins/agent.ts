import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { ITranslator, nullTranslator } from '@jupyterlab/translation';

import { IAgent, ILazyWorkspace, IModelService } from '../tokens';
import { keyring } from './keyring';
import { LazyAgent } from './lazy-agent';

export const agentPlugin: JupyterFrontEndPlugin<IAgent> = {
  id: 'cellwright:agent',
  description: 'The agent; its engine loads with the first message.',
  autoStart: true,
  requires: [ILazyWorkspace, IModelService],
  optional: [ITranslator],
  provides: IAgent,
  activate: (
    _app: JupyterFrontEnd,
    workspace: ILazyWorkspace,
    models: IModelService,
    translator: ITranslator | null
  ): IAgent => {
    const trans = (translator ?? nullTranslator).load('cellwright');
    return new LazyAgent(async () => {
      const [{ createEngine }, ports] = await Promise.all([
        import('../engine'),
        workspace.load()
      ]);
      return createEngine({
        workspace: ports,
        trans,
        model: () => ({
          choice: models.choice,
          key: keyring.get(models.choice)
        })
      });
    }, trans);
  }
};
