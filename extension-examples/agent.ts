import type {
  JupyterFrontEnd,
  JupyterFrontEndPlugin
} from '@jupyterlab/application';
import { Notification } from '@jupyterlab/apputils';
import { UUID } from '@lumino/coreutils';
import { IAgent } from 'cellwright';

/** Asks about the notebook in front; resolves with the answer when the run ends. */
export async function ask(agent: IAgent, text: string): Promise<string> {
  const threadId = UUID.uuid4();
  let answer = '';
  const end = agent.subscribe(event => {
    if (event.threadId === threadId && event.type === 'final-answer') {
      answer = event.answer;
    }
  });
  try {
    const messageId = UUID.uuid4();
    // It only reads: nobody is there to answer a card of this thread.
    const start = { type: 'start', mode: 'ask', threadId, messageId } as const;
    await agent.send({ ...start, text });
  } finally {
    end();
  }
  return answer;
}

const plugin: JupyterFrontEndPlugin<void> = {
  id: 'example:summary',
  description: 'A command that says what a notebook is about.',
  autoStart: true,
  requires: [IAgent],
  activate: (app: JupyterFrontEnd, agent: IAgent) => {
    app.commands.addCommand('example:summary', {
      label: 'What is this notebook about?',
      describedBy: { args: { type: 'object', properties: {} } },
      execute: async () => {
        Notification.info(await ask(agent, 'Sum this notebook up in a line.'));
      }
    });
  }
};

export default plugin;
