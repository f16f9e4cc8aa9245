/** Id of the plugin whose schema holds settings, toolbar button and shortcut. */
export const SETTINGS_ID = 'cellwright:plugin';

/** Ids as `schema/plugin.json` has them. */
export const CommandIDs = {
  open: 'cellwright:open'
} as const;
