import type { CommandRegistry } from '@lumino/commands';

import type { ITranslator } from '../../contract';
import { CommandIds } from '../util/command-ids';
import type { ISidebarContent } from '../panel/sidebar';
import { visibleWords } from './visible-words';

/** A command that does something with the opened panel. */
interface IPanelCommand {
  id: string;
  label: string;
  caption: string;
  /** Its arguments, all texts, and what each is. */
  args?: Record<string, string>;
  act(store: ISidebarContent['store'], args: Record<string, string>): void;
}

/** Adds the commands that open something in the panel. @returns their ids. */
export function addPanelCommands(
  commands: CommandRegistry,
  trans: ITranslator,
  open: () => Promise<ISidebarContent>
): string[] {
  const all = panelCommands(trans);
  for (const { id, label, caption, args = {}, act } of all) {
    const names = Object.keys(args);
    commands.addCommand(id, {
      label,
      caption,
      describedBy: { args: textArgs(args) },
      execute: async given =>
        act(
          (await open()).store,
          Object.fromEntries(
            names.map(name => [name, visibleWords(given[name])])
          )
        )
    });
  }
  return all.map(({ id }) => id);
}

/** Arguments of a command that are texts. @param args what each is, by name. */
export function textArgs(args: Record<string, string>) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(args).map(([name, description]) => [
        name,
        { type: 'string' as const, description }
      ])
    )
  };
}

function panelCommands(trans: ITranslator): IPanelCommand[] {
  return [
    {
      id: CommandIds.newConversation,
      label: trans.__('Cellwright: New conversation'),
      caption: trans.__('Begin a conversation about the active notebook'),
      act: store => store.newConversation()
    },
    {
      id: CommandIds.conversations,
      label: trans.__('Cellwright: Conversations'),
      caption: trans.__('Find an earlier conversation and continue it'),
      act: store => store.show({ name: 'threads' })
    },
    {
      id: CommandIds.undoTurn,
      label: trans.__('Cellwright: Undo the last turn'),
      caption: trans.__(
        'See what the last message changed in cells and files, and undo it'
      ),
      act: store => store.showUndo()
    },
    {
      id: CommandIds.timeline,
      label: trans.__('Cellwright: Timeline'),
      caption: trans.__(
        'Look at earlier points in the conversation and continue from one'
      ),
      act: store => store.show({ name: 'timeline' })
    },
    {
      id: CommandIds.audit,
      label: trans.__('Cellwright: Log'),
      caption: trans.__(
        'Show what was asked, proposed, decided and done, and by whom'
      ),
      act: store => store.show({ name: 'audit' })
    },
    {
      id: CommandIds.policy,
      label: trans.__('Cellwright: Permissions'),
      caption: trans.__('Show what Cellwright may do without asking'),
      act: store => store.show({ name: 'policy' })
    },
    {
      id: CommandIds.mcpServers,
      label: trans.__('Cellwright: MCP servers'),
      caption: trans.__('Connect servers whose tools the agent can use'),
      act: store => store.show({ name: 'servers' })
    },
    {
      id: CommandIds.debug,
      label: trans.__('Cellwright: Model requests'),
      caption: trans.__(
        'Show requests and answers of the model, and tool calls'
      ),
      act: store => store.show({ name: 'debug' })
    },
    // These fill in a form and leave the rest to the person: the command may
    // have been called by a button in a notebook that somebody sent.
    {
      id: CommandIds.addMcpServer,
      label: trans.__('Cellwright: Add an MCP server'),
      caption: trans.__('Fill in the form for a new MCP server'),
      args: {
        url: trans.__('Address of the server; most end with /mcp'),
        name: trans.__('What the server is called')
      },
      act: (store, { url, name }) =>
        store.show({ name: 'servers', proposed: { url, name } })
    },
    {
      id: CommandIds.writeReport,
      label: trans.__('Cellwright: Write a report…'),
      caption: trans.__('Write a document from what the notebook shows'),
      args: {
        notebook: trans.__(
          'Path of the open notebook; the active one if not given'
        ),
        template: trans.__('Name or path of a template'),
        prompt: trans.__('What the report is for')
      },
      act: ({ sending }, { notebook, template, prompt }) =>
        sending.writeReport({ prompt, template, notebook: notebook || null })
    },
    {
      id: CommandIds.checkReport,
      label: trans.__('Cellwright: Check a report…'),
      caption: trans.__(
        'See which numbers in a report no longer match its notebook'
      ),
      args: {
        path: trans.__('Path of its .evidence.json, or of the report'),
        notebook: trans.__(
          'Path of the notebook, if the report does not name one'
        )
      },
      act: (store, { path, notebook }) =>
        store.show({ name: 'checkReport', path, notebook: notebook || null })
    }
  ];
}
