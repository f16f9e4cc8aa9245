import { useState, type MouseEvent } from 'react';

import {
  isForServerTool,
  isSameServerTool,
  type IMcpServer,
  type IMcpTool,
  type IServerToolRule,
  type ITranslator
} from '../../../contract';
import { rulesOf } from '../../actions/rules';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { Button } from '../common/button';
import { usePanel, usePanelState } from '../common/panel-context';
import { Switch } from '../common/switch';
import { Unfolding } from '../common/unfolding';
import type { IServersPage } from '../../state/server-form';

/** Number of tools from which a search field is shown. */
const MANY = 8;

/** Most tools drawn at once: a server may have thousands. */
const MOST_DRAWN = 50;

/** The tools of a server; each can be switched off, or trusted. */
export function ServerTools({
  page,
  server
}: {
  page: IServersPage;
  server: IMcpServer;
}) {
  const { trans } = usePanel().services;
  const { setting } = server;
  const off = setting.disabledTools ?? [];
  const tools =
    page.servers
      ?.tools(new Set())
      .filter(({ mcp }) => mcp.server === setting.name) ?? [];
  if (tools.length + off.length === 0) {
    return null;
  }
  return (
    <Unfolding
      label={trans._n('%1 tool', '%1 tools', tools.length + off.length)}
    >
      <Tools page={page} server={server} tools={tools} off={off} />
    </Unfolding>
  );
}

function Tools({
  page,
  server,
  tools,
  off
}: {
  page: IServersPage;
  server: IMcpServer;
  tools: readonly IMcpTool[];
  off: readonly string[];
}) {
  const { trans } = usePanel().services;
  const { name } = server.setting;
  const [query, search] = useState('');
  const setTool = (tool: string, on: boolean, { nativeEvent }: MouseEvent) =>
    page.attempt(
      async () => {
        await page.replace(name, one => ({
          ...one,
          disabledTools: [
            ...(one.disabledTools ?? []).filter(each => each !== tool),
            ...(on ? [] : [tool])
          ]
        }));
        await page.connect(name);
      },
      on ? nativeEvent : null
    );
  const words = query.toLowerCase().split(/\s+/);
  const fits = (text: string) => {
    const lower = text.toLowerCase();
    return words.every(word => lower.includes(word));
  };
  const shown = tools
    .filter(({ mcp, description }) =>
      fits(`${mcp.tool} ${mcp.title} ${description}`)
    )
    .sort((one, other) => claimed(one) - claimed(other));
  const shownOff = off.filter(fits);
  const found = shown.length + shownOff.length;
  return (
    <>
      {tools.length + off.length >= MANY ? (
        <input
          type="text"
          className="jp-Cellwright-input"
          aria-label={trans.__('Search the tools of %1', visibleName(name))}
          placeholder={trans.__('Search')}
          spellCheck={false}
          value={query}
          onChange={event => search(event.target.value)}
        />
      ) : null}
      <p className="jp-Cellwright-hidden" role="status">
        {query.trim() === ''
          ? ''
          : trans._n('%1 tool found', '%1 tools found', found)}
      </p>
      <ul className="jp-Cellwright-serverTools">
        {shown.slice(0, MOST_DRAWN).map(tool => (
          <li key={tool.name}>
            <Tool
              tool={tool}
              onOff={event => setTool(tool.mcp.tool, false, event)}
            />
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
        <p className="jp-Cellwright-hint">
          {trans.__(
            'These are the first %1 of %2. Search to see the others.',
            MOST_DRAWN,
            found
          )}
        </p>
      ) : null}
    </>
  );
}

function Tool({
  tool,
  onOff
}: {
  tool: IMcpTool;
  onOff(event: MouseEvent): void;
}) {
  const { trans } = usePanel().services;
  const { server, tool: name, title } = tool.mcp;
  const hints = hintsText(tool, trans);
  return (
    <>
      <Switch on={true} onToggle={onOff}>
        {visibleText(name)}
      </Switch>
      {title === name ? null : (
        <p className="jp-Cellwright-hint">
          {trans.__('The server calls it “%1”.', visibleText(title))}
        </p>
      )}
      <p className="jp-Cellwright-hint">
        {visibleText(tool.description.replace(`[${server}] `, ''))}
      </p>
      {hints ? <p className="jp-Cellwright-hint">{hints}</p> : null}
      <Trust tool={tool} />
    </>
  );
}

/** What the tool may do without asking; this is the only place to set it. */
function Trust({ tool }: { tool: IMcpTool }) {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans, workspace } = store.services;
  usePanelState(state => state.workspaceRevision);
  usePanelState(state => state.preferencesRevision);
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
        <p className="jp-Cellwright-hint">
          {all.length > 0
            ? trans.__(
                'Asks each time: the server has changed this tool since you trusted it.'
              )
            : trans.__('Asks each time.')}
        </p>
      ) : null}
      {now.map((rule, index) => (
        <Rule key={index} rule={rule} tool={tool} />
      ))}
      {now.some(
        ({ notebook, lasts }) => !notebook && lasts === 'ever'
      ) ? null : (
        <>
          <p className="jp-Cellwright-hint">
            {trans.__('Reads only; I trust this server:')}
          </p>
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
function Rule({ rule, tool }: { rule: IServerToolRule; tool: IMcpTool }) {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans } = store.services;
  const { mcp } = tool;
  const text = ruleText(rule, trans);
  const isForAll = rule.lasts === 'ever' && rule.notebook === null;
  return (
    <>
      <p>
        {text}{' '}
        <Button
          {...DECIDES}
          look="link"
          aria-label={trans.__('Take back: %1', visibleName(mcp.tool))}
          onClick={() => rules.endServerTool(rule)}
        >
          {trans.__('Take back')}
        </Button>
      </p>
      {isForAll && mcp.hints.idempotent ? (
        <Switch
          on={rule.repeat ?? false}
          onToggle={event =>
            rules.trustServerTool(mcp, null, !rule.repeat, event.nativeEvent)
          }
        >
          {trans.__('Send it again if it is unclear whether it ran')}
        </Switch>
      ) : null}
    </>
  );
}

function ruleText(
  { lasts, notebook }: IServerToolRule,
  trans: ITranslator
): string {
  if (lasts === 'page') {
    return trans.__('Runs without asking until you close this page.');
  }
  return notebook === null
    ? trans.__('Runs without asking in all notebooks.')
    : trans.__('Runs without asking in %1.', visibleName(notebook.notebook));
}

/**
 * Sort order: tools said to be read-only first, those said to be destructive
 * last.
 */
function claimed({ mcp: { hints } }: IMcpTool): number {
  return hints.readOnly ? 0 : hints.destructive ? 2 : 1;
}

function hintsText({ mcp }: IMcpTool, trans: ITranslator): string {
  const { readOnly, destructive } = mcp.hints;
  if (readOnly) {
    return trans.__('The server says that this tool only reads.');
  }
  return destructive
    ? trans.__('The server says that this tool may delete or overwrite.')
    : '';
}
