/** Ids as in `schema/plugin.json`, except those of a cell's verbs. */
export const CommandIds = {
  ask: 'cellwright:ask',
  settings: 'cellwright:settings',
  debug: 'cellwright:debug',
  policy: 'cellwright:policy',
  newConversation: 'cellwright:new-conversation',
  conversations: 'cellwright:conversations',
  timeline: 'cellwright:timeline',
  audit: 'cellwright:audit',
  mcpServers: 'cellwright:mcp-servers',
  addMcpServer: 'cellwright:add-mcp-server',
  writeReport: 'cellwright:write-report',
  checkReport: 'cellwright:check-report',
  undoTurn: 'cellwright:undo-turn',
  stripMetadata: 'cellwright:strip-metadata',
  newNotebook: 'cellwright:new-notebook',
  cellMenu: 'cellwright:cell-menu',
  fixCell: 'cellwright:fix-cell'
} as const;
