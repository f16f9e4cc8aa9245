import { type NotebookBinding, EFFECTS, NEVER_ALWAYS } from '../../../contract';
import { effectSentence, effectName } from '../../text/effect-name';
import { visibleName, visibleText } from '../../render/visible-text';
import { usePanel, usePanelNow, usePanelState } from '../common/panel-context';
import { SideView, useQuery } from './page';
import { Switch, ActionOf, Button } from '../common/button';
import { Hint } from '../common/notice';
import { Rules } from '../../actions/rules';

interface IRule {
  key: string;
  text: string;
  onEnd(event: Event): void;
}

/** All standing rules in one place; each can be taken back at any time. */
export function PolicyView() {
  const { store, trans, preferences, workspace } = usePanelNow();
  const turnRule = usePanelState(state => state.thread.turnRule);
  const rules = new Rules(store);
  const { notebooks, serverTools = [], ...policy } = rules.policy;
  const at = (what: string, where: NotebookBinding | null, isPage: boolean) => {
    const text = where
      ? trans.__(
          '%1 in %2',
          what,
          visibleName(
            where.root === workspace.root
              ? where.notebook
              : `${where.root}/${where.notebook}`
          )
        )
      : what;
    return isPage ? trans.__('%1, until you close this page', text) : text;
  };
  return (
    <SideView title={trans.__('Permissions')}>
      <Hint>
        {trans.__(
          'Anything switched off here asks first. Changes apply immediately, including to cards already waiting.'
        )}
      </Hint>
      <RuleList
        title={trans.__('For the rest of this turn')}
        rules={
          turnRule
            ? [
                {
                  key: 'turn',
                  text:
                    [
                      ...turnRule.effects.map(one => effectName(one, trans)),
                      ...turnRule.tools.map(visibleName)
                    ].join(', ') ||
                    trans.__(
                      'Everything except shell commands and the network'
                    ),
                  onEnd: event => rules.setTurnRule(false, event)
                }
              ]
            : []
        }
      />
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
      <RuleList
        title={trans.__('In one notebook')}
        rules={notebooks.flatMap((rule, index) =>
          rule.effects.map(effect => ({
            key: `${effect} ${index}`,
            text: at(
              effectSentence(effect, trans),
              rule,
              NEVER_ALWAYS.has(effect)
            ),
            onEnd: () => rules.endInNotebook(rule, effect)
          }))
        )}
      />
      <RuleList
        title={trans.__('Tools of servers')}
        rules={serverTools.map(rule => ({
          key: JSON.stringify([
            rule.address,
            rule.tool,
            rule.lasts,
            rule.notebook
          ]),
          text: at(
            trans.__(
              '%1 of “%2”',
              visibleName(rule.tool),
              visibleText(rule.server)
            ),
            rule.notebook,
            rule.lasts === 'page'
          ),
          onEnd: () => rules.endServerTool(rule)
        }))}
      />
      <RuleList
        title={trans.__('By tool')}
        rules={Object.entries(policy.interruptOn).map(([tool, asks]) => ({
          key: tool,
          text:
            asks === false
              ? trans.__('%1 never asks', visibleName(tool))
              : trans.__('%1 always asks', visibleName(tool)),
          onEnd: event => rules.forgetTool(tool, event)
        }))}
      />
      <RuleList
        title={trans.__('In code')}
        rules={[
          ...policy.packages.map(name => ({
            key: `package ${name}`,
            text: trans.__('The package %1', visibleName(name)),
            onEnd: (event: Event) =>
              rules.setCode({ kind: 'package', name }, false, event)
          })),
          ...policy.languages.map(name => ({
            key: `language ${name}`,
            text: trans.__('All %1 code', visibleName(name)),
            onEnd: (event: Event) =>
              rules.setCode({ kind: 'language', name }, false, event)
          }))
        ]}
      />
      <Button look="link" onClick={() => preferences.openEditor()}>
        {trans.__('All settings')}
      </Button>
    </SideView>
  );
}

/** If commands cannot be run, the agent has no tool for them; this says why. */
function WhyNoCommands() {
  const { shell } = usePanel().workspace;
  // If it is unknown for now, a run asks again and reports it.
  const { data } = useQuery(() => shell.availability(), []);
  return data && !data.ok ? <Hint>{visibleText(data.why)}</Hint> : null;
}

function RuleList({
  title,
  rules
}: {
  title: string;
  rules: readonly IRule[];
}) {
  const { trans } = usePanel();
  return rules.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <ul className="jp-Cellwright-rules">
        {rules.map(({ key, text, onEnd }) => (
          <li key={key} className="jp-Cellwright-rule">
            <span>{text}</span>
            <ActionOf
              label={trans.__('Take back')}
              of={text}
              onClick={event => onEnd(event.nativeEvent)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
