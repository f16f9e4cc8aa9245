import { useState, type MouseEvent } from 'react';

import {
  isForServerTool,
  isSameServerTool,
  type IMcpServer,
  type IMcpServerSetting,
  type IMcpService,
  type IMcpTool,
  type IServerToolRule
} from '../../../contract';
import { Rules } from '../../actions/rules';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { ActionOf, Button, Switch } from '../common/button';
import { Hint, Refused } from '../common/notice';
import { usePanel, usePanelNow } from '../common/panel-context';
import { Unfolding } from '../common/folding-line';
import { SearchField, useAttempt } from './page';

/** Number of tools from which a search field is shown. */
const MANY = 8;

/** Most tools drawn at once: a server may have thousands. */
const MOST_DRAWN = 50;

/** Changes a part of a setting, and leaves the rest as it is by then. */
export async function changeSetting(
  service: IMcpService,
  server: string,
  part: Partial<IMcpServerSetting>
): Promise<void> {
  const now = service.list.find(({ setting }) => setting.name === server);
  if (now) {
    await service.save({ ...now.setting, ...part }, server);
  }
}

export async function connect(
  service: IMcpService,
  server: string
): Promise<void> {
  await (await service.load()).connect(server);
}

/** The tools of a server; each can be switched off, or trusted. */
export function ServerTools({
  service,
  server: {
    setting: { name, disabledTools: off = [] }
  }
}: {
  service: IMcpService;
  server: IMcpServer;
}) {
  const { trans } = usePanel();
  const [query, setQuery] = useState('');
  const { problem, attempt } = useAttempt();
  const tools = (service.servers?.tools(new Set()) ?? []).filter(
    ({ mcp }) => mcp.server === name
  );
  const count = tools.length + off.length;
  if (count === 0) {
    return null;
  }
  const setTool = (tool: string, on: boolean, { nativeEvent }: MouseEvent) =>
    void attempt(
      async () => {
        const others = off.filter(each => each !== tool);
        await changeSetting(service, name, {
          disabledTools: on ? others : [...others, tool]
        });
        await connect(service, name);
      },
      on ? nativeEvent : null
    );
  const words = query.toLowerCase().split(/\s+/);
  const fits = (text: string) =>
    words.every(word => text.toLowerCase().includes(word));
  const shown = tools
    .filter(({ mcp, description }) =>
      fits(`${mcp.tool} ${mcp.title} ${description}`)
    )
    .sort((one, other) => claimed(one) - claimed(other));
  const shownOff = off.filter(fits);
  const found = shown.length + shownOff.length;
  return (
    <Unfolding label={trans._n('%1 tool', '%1 tools', count)}>
      {count >= MANY ? (
        <SearchField
          label={trans.__('Search the tools of %1', visibleName(name))}
          onSearch={setQuery}
        />
      ) : null}
      <p className="jp-Cellwright-hidden" role="status">
        {query && trans._n('%1 tool found', '%1 tools found', found)}
      </p>
      <Refused text={problem} />
      <ul className="jp-Cellwright-serverTools">
        {shown.slice(0, MOST_DRAWN).map(tool => (
          <li key={tool.name}>
            <Switch
              on={true}
              onToggle={event => setTool(tool.mcp.tool, false, event)}
            >
              {visibleText(tool.mcp.tool)}
            </Switch>
            <Hint>
              {tool.mcp.title === tool.mcp.tool
                ? null
                : trans.__(
                    'The server calls it “%1”.',
                    visibleText(tool.mcp.title)
                  )}
            </Hint>
            <Hint>
              {visibleText(tool.description.replace(`[${name}] `, ''))}
            </Hint>
            <Hint>
              {tool.mcp.hints.readOnly
                ? trans.__('The server says that this tool only reads.')
                : tool.mcp.hints.destructive
                  ? trans.__(
                      'The server says that this tool may delete or overwrite.'
                    )
                  : null}
            </Hint>
            <Trust tool={tool} />
          </li>
        ))}
        {shownOff.slice(0, Math.max(0, MOST_DRAWN - shown.length)).map(tool => (
          <li key={`off ${tool}`}>
            <Switch on={false} onToggle={event => setTool(tool, true, event)}>
              {visibleText(tool)}
            </Switch>
          </li>
        ))}
      </ul>
      {found > MOST_DRAWN ? (
        <Hint>
          {trans.__(
            'These are the first %1 of %2. Search to see the others.',
            MOST_DRAWN,
            found
          )}
        </Hint>
      ) : null}
    </Unfolding>
  );
}

/** What the tool may do without asking; this is the only place to set it. */
function Trust({ tool }: { tool: IMcpTool }) {
  const { store } = usePanelNow();
  const rules = new Rules(store);
  const { trans, workspace } = store.services;
  const { mcp } = tool;
  const name = visibleName(mcp.tool);
  const here = workspace.status.notebook?.path;
  // Those for an earlier version of the tool as well.
  const all = (rules.policy.serverTools ?? []).filter(rule =>
    isSameServerTool(rule, mcp)
  );
  const now = all.filter(rule => isForServerTool(rule, mcp));
  const trust = (where: string | null) => (event: MouseEvent) =>
    rules.trustServerTool(mcp, where, false, event.nativeEvent);
  return (
    <div
      role="group"
      className="jp-Cellwright-trust"
      aria-label={trans.__('What %1 may do without asking', name)}
    >
      {now.length === 0 ? (
        <Hint>
          {all.length > 0
            ? trans.__(
                'Asks each time: the server has changed this tool since you trusted it.'
              )
            : trans.__('Asks each time.')}
        </Hint>
      ) : null}
      {now.map((rule, index) => (
        <Rule key={index} rule={rule} tool={tool} />
      ))}
      {now.some(
        ({ notebook, lasts }) => !notebook && lasts === 'ever'
      ) ? null : (
        <>
          <Hint>{trans.__('Reads only; I trust this server:')}</Hint>
          <div className="jp-Cellwright-row">
            {here ? (
              <Button
                {...DECIDES}
                look="link"
                aria-label={trans.__('Trust %1 in this notebook', name)}
                onClick={trust(here)}
              >
                {trans.__('in this notebook')}
              </Button>
            ) : null}
            <Button
              {...DECIDES}
              look="link"
              aria-label={trans.__('Trust %1 in all notebooks', name)}
              onClick={trust(null)}
            >
              {trans.__('in all notebooks')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/**
 * A rule, with a button to take it back, and whether a call may be repeated.
 */
function Rule({
  rule,
  tool: { mcp }
}: {
  rule: IServerToolRule;
  tool: IMcpTool;
}) {
  const { store } = usePanel();
  const rules = new Rules(store);
  const { trans } = store.services;
  const { lasts, notebook, repeat = false } = rule;
  return (
    <>
      <p>
        {lasts === 'page'
          ? trans.__('Runs without asking until you close this page.')
          : notebook === null
            ? trans.__('Runs without asking in all notebooks.')
            : trans.__(
                'Runs without asking in %1.',
                visibleName(notebook.notebook)
              )}{' '}
        <ActionOf
          label={trans.__('Take back')}
          of={visibleName(mcp.tool)}
          onClick={() => rules.endServerTool(rule)}
        />
      </p>
      {lasts === 'ever' && notebook === null && mcp.hints.idempotent ? (
        <Switch
          on={repeat}
          onToggle={event =>
            rules.trustServerTool(mcp, null, !repeat, event.nativeEvent)
          }
        >
          {trans.__('Send it again if it is unclear whether it ran')}
        </Switch>
      ) : null}
    </>
  );
}

/**
 * Sort order: tools said to be read-only first, those said to be destructive
 * last.
 */
function claimed({ mcp: { hints } }: IMcpTool): number {
  return hints.readOnly ? 0 : hints.destructive ? 2 : 1;
}
