import { useEffect, useState } from 'react';

import {
  type Effect,
  type INotebookRule,
  type IServerToolRule,
  EFFECTS,
  NEVER_ALWAYS
} from '../../../contract';
import { effectSentence, effectName } from '../../text/effect-name';
import { DECIDES } from '../../trust/is-persons-event';
import { visibleName, visibleText } from '../../render/visible-text';
import { usePanel, usePanelState } from '../common/panel-context';
import { SideView } from './side-view';
import { Switch } from '../common/switch';
import { Button } from '../common/button';
import { rulesOf } from '../../actions/rules';

/** All standing rules in one place; each can be taken back at any time. */
export function PolicyView() {
  const { services } = usePanel();
  const { trans, preferences } = services;
  usePanelState(state => state.preferencesRevision);
  return (
    <SideView title={trans.__('Permissions')}>
      <p className="jp-Cellwright-hint">
        {trans.__(
          'Anything switched off here asks first. Changes apply immediately, including to cards already waiting.'
        )}
      </p>
      <TurnRules />
      <AlwaysRules />
      <NotebookRules />
      <ServerToolRules />
      <ToolRules />
      <CodeRules />
      <Button look="link" onClick={() => preferences.openEditor()}>
        {trans.__('All settings')}
      </Button>
    </SideView>
  );
}

function AlwaysRules() {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans } = store.services;
  const { policy } = rules;
  return (
    <>
      <h4>{trans.__('In all notebooks')}</h4>
      <ul className="jp-Cellwright-rules">
        {EFFECTS.map(effect => (
          <li key={effect}>
            {NEVER_ALWAYS.has(effect) ? (
              <span className="jp-Cellwright-hint">
                {trans.__('%1: always asked', effectSentence(effect, trans))}
              </span>
            ) : (
              <Switch
                on={policy.effects[effect] === 'allow'}
                onToggle={event =>
                  rules.setAlways(
                    effect,
                    policy.effects[effect] !== 'allow',
                    event.nativeEvent
                  )
                }
              >
                {effectSentence(effect, trans)}
              </Switch>
            )}
            {effect === 'shell' ? <WhyNoCommands /> : null}
          </li>
        ))}
        <li>
          <Switch
            on={policy.markdown === 'allow'}
            onToggle={event =>
              rules.setMarkdown(policy.markdown !== 'allow', event.nativeEvent)
            }
          >
            {trans.__('Add Markdown cells, and change those it added')}
          </Switch>
        </li>
      </ul>
    </>
  );
}

/** If commands cannot be run, the agent has no tool for them; this says why. */
function WhyNoCommands() {
  const { shell } = usePanel().services.workspace;
  const [why, setWhy] = useState('');
  useEffect(() => {
    let shown = true;
    shell.availability().then(
      available => shown && setWhy(available.ok ? '' : available.why),
      // Unknown for now; a run asks again and reports it.
      error =>
        console.warn(
          'Cellwright could not find out whether there is a shell',
          error
        )
    );
    return () => {
      shown = false;
    };
  }, [shell]);
  return why ? <p className="jp-Cellwright-hint">{visibleText(why)}</p> : null;
}

function NotebookRules() {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans, workspace } = store.services;
  const { notebooks } = rules.policy;
  if (notebooks.length === 0) {
    return null;
  }
  const textOf = ({ root, notebook }: INotebookRule, effect: Effect) => {
    const what = effectSentence(effect, trans);
    const where = visibleName(
      root === workspace.root ? notebook : `${root}/${notebook}`
    );
    return NEVER_ALWAYS.has(effect)
      ? trans.__('%1 in %2, until you close this page', what, where)
      : trans.__('%1 in %2', what, where);
  };
  return (
    <>
      <h4>{trans.__('In one notebook')}</h4>
      <ul className="jp-Cellwright-rules">
        {notebooks.flatMap((rule, index) =>
          rule.effects.map(effect => (
            <Rule
              key={`${effect} ${index}`}
              text={textOf(rule, effect)}
              onEnd={() => rules.endInNotebook(rule, effect)}
            />
          ))
        )}
      </ul>
    </>
  );
}

function ServerToolRules() {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans, workspace } = store.services;
  const { serverTools = [] } = rules.policy;
  const textOf = ({ server, tool, notebook, lasts }: IServerToolRule) => {
    const what = trans.__('%1 of “%2”', visibleName(tool), visibleText(server));
    const where =
      notebook &&
      (notebook.root === workspace.root
        ? notebook.notebook
        : `${notebook.root}/${notebook.notebook}`);
    const told = where ? trans.__('%1 in %2', what, visibleName(where)) : what;
    return lasts === 'page'
      ? trans.__('%1, until you close this page', told)
      : told;
  };
  return serverTools.length === 0 ? null : (
    <>
      <h4>{trans.__('Tools of servers')}</h4>
      <ul className="jp-Cellwright-rules">
        {serverTools.map(rule => (
          <Rule
            key={JSON.stringify([
              rule.address,
              rule.tool,
              rule.lasts,
              rule.notebook
            ])}
            text={textOf(rule)}
            onEnd={() => rules.endServerTool(rule)}
          />
        ))}
      </ul>
    </>
  );
}

function ToolRules() {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans } = store.services;
  const tools = Object.entries(rules.policy.interruptOn);
  if (tools.length === 0) {
    return null;
  }
  return (
    <>
      <h4>{trans.__('By tool')}</h4>
      <ul className="jp-Cellwright-rules">
        {tools.map(([tool, own]) => (
          <Rule
            key={tool}
            text={
              own === false
                ? trans.__('%1 never asks', visibleName(tool))
                : trans.__('%1 always asks', visibleName(tool))
            }
            onEnd={event => rules.forgetTool(tool, event)}
          />
        ))}
      </ul>
    </>
  );
}

function CodeRules() {
  const store = usePanel();
  const { trans } = store.services;
  const rules = rulesOf(store);
  const { packages, languages } = rules.policy;
  return packages.length + languages.length === 0 ? null : (
    <>
      <h4>{trans.__('In code')}</h4>
      <ul className="jp-Cellwright-rules">
        {packages.map(name => (
          <Rule
            key={`package ${name}`}
            text={trans.__('The package %1', visibleName(name))}
            onEnd={() => rules.endCode({ kind: 'package', name })}
          />
        ))}
        {languages.map(name => (
          <Rule
            key={`language ${name}`}
            text={trans.__('All %1 code', visibleName(name))}
            onEnd={() => rules.endCode({ kind: 'language', name })}
          />
        ))}
      </ul>
    </>
  );
}

function TurnRules() {
  const store = usePanel();
  const rules = rulesOf(store);
  const { trans } = store.services;
  const on = usePanelState(state => state.thread.turnRule);
  const effects = usePanelState(state => state.thread.turnEffects);
  const tools = usePanelState(state => state.thread.turnTools);
  return on ? (
    <>
      <h4>{trans.__('For the rest of this turn')}</h4>
      <ul className="jp-Cellwright-rules">
        <Rule
          text={effectNames(effects, tools)}
          onEnd={event => rules.setTurnRule(false, event)}
        />
      </ul>
    </>
  ) : null;

  function effectNames(
    all: readonly Effect[],
    ofServers: readonly string[]
  ): string {
    return all.length + ofServers.length > 0
      ? [
          ...all.map(effect => effectName(effect, trans)),
          ...ofServers.map(visibleName)
        ].join(', ')
      : trans.__('Everything except shell commands and the network');
  }
}

function Rule({ text, onEnd }: { text: string; onEnd(event: Event): void }) {
  const { trans } = usePanel().services;
  return (
    <li className="jp-Cellwright-rule">
      <span>{text}</span>
      <Button
        {...DECIDES}
        look="link"
        aria-label={trans.__('Take back: %1', text)}
        onClick={event => onEnd(event.nativeEvent)}
      >
        {trans.__('Take back')}
      </Button>
    </li>
  );
}
