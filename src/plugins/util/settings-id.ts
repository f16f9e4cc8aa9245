/** Id of the plugin whose schema holds settings, menus, toolbars and shortcuts. */
export const SETTINGS_ID = 'cellwright:plugin';

/** The only command that exists from the start. */
export const OPEN = 'cellwright:open';
