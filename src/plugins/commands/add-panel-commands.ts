import type { CommandRegistry } from '@lumino/commands';

import type { ITranslator } from '../../contract';
import { CommandIds } from '../util/command-ids';
import type { ISidebarContent } from '../panel/sidebar';

/** A command that does something with the opened panel. */
interface IPanelCommand {
  id: string;
  label: string;
  caption: string;
  act(panel: ISidebarContent): void;
}

/** Adds the commands that open a view of the panel. @returns their ids. */
export function addPanelCommands(
  commands: CommandRegistry,
  trans: ITranslator,
  open: () => Promise<ISidebarContent>
): string[] {
  const all = panelCommands(trans);
  for (const { id, label, caption, act } of all) {
    commands.addCommand(id, {
      label,
      caption,
      describedBy: { args: { type: 'object', properties: {} } },
      execute: async () => act(await open())
    });
  }
  return all.map(({ id }) => id);
}

function panelCommands(trans: ITranslator): IPanelCommand[] {
  return [
    {
      id: CommandIds.newConversation,
      label: trans.__('Cellwright: New conversation'),
      caption: trans.__('Begin a conversation about the active notebook'),
      act: panel => panel.newConversation()
    },
    {
      id: CommandIds.conversations,
      label: trans.__('Cellwright: Conversations'),
      caption: trans.__('Find an earlier conversation and continue it'),
      act: panel => panel.show('threads')
    },
    {
      id: CommandIds.undoTurn,
      label: trans.__('Cellwright: Undo the last turn'),
      caption: trans.__(
        'See what the last message changed in cells and files, and undo it'
      ),
      act: panel => panel.undoLast()
    },
    {
      id: CommandIds.timeline,
      label: trans.__('Cellwright: Timeline'),
      caption: trans.__(
        'Look at earlier points in the conversation and continue from one'
      ),
      act: panel => panel.show('timeline')
    },
    {
      id: CommandIds.audit,
      label: trans.__('Cellwright: Log'),
      caption: trans.__(
        'Show what was asked, proposed, decided and done, and by whom'
      ),
      act: panel => panel.show('audit')
    },
    {
      id: CommandIds.policy,
      label: trans.__('Cellwright: Permissions'),
      caption: trans.__('Show what Cellwright may do without asking'),
      act: panel => panel.show('policy')
    },
    {
      id: CommandIds.mcpServers,
      label: trans.__('Cellwright: MCP servers'),
      caption: trans.__('Connect servers whose tools the agent can use'),
      act: panel => panel.showServers()
    },
    {
      id: CommandIds.debug,
      label: trans.__('Cellwright: Model requests'),
      caption: trans.__(
        'Show requests and answers of the model, and tool calls'
      ),
      act: panel => panel.show('debug')
    }
  ];
}
