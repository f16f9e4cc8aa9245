/** Id of the plugin whose schema holds settings, menus, toolbars and shortcuts. */
export const SETTINGS_ID = 'cellwright:plugin';

/** The one command that is there from the start. */
export const OPEN = 'cellwright:open';
