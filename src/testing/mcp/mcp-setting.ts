import type { IMcpServerSetting } from '../../contract';

/** A setting with the defaults. */
export function mcpSetting(
  url: string,
  more: Partial<IMcpServerSetting> = {}
): IMcpServerSetting {
  return {
    name: 'server',
    url,
    auth: 'none',
    headers: [],
    enabled: true,
    timeout: 60,
    ...more
  };
}
