/** Ids as `schema/plugin.json` has them, besides those of a cell's verbs. */
export const CommandIDs = {
  ask: 'cellwright:ask',
  settings: 'cellwright:settings',
  debug: 'cellwright:debug',
  policy: 'cellwright:policy',
  newNotebook: 'cellwright:new-notebook',
  cellMenu: 'cellwright:cell-menu',
  fixCell: 'cellwright:fix-cell'
} as const;
