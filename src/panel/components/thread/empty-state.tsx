import { visibleText } from '../../render/visible-text';
import { focusComposer } from '../common/focus';
import { usePanelNow, usePanelState } from '../common/panel-context';
import { Sentence } from '../common/sentence';
import { Button } from '../common/button';

/**
 * Shown before the first message: what this is, and things to try on this
 * notebook.
 */
export function EmptyState() {
  const { store, trans, models, workspace } = usePanelNow();
  const suggestions = usePanelState(state => state.suggestions);
  const notebook = workspace.status.notebook;
  return (
    <div className="jp-Cellwright-empty">
      <h3>{trans.__('What would you like to find out?')}</h3>
      <p>
        {trans.__(
          'Cellwright proposes cells. Nothing runs until you approve it.'
        )}
      </p>
      {models.isDemo ? (
        <p className="jp-Cellwright-demo">
          {trans.__(
            'You are using the demo. It follows a script and is not an AI; it shows how a session goes.'
          )}{' '}
          <Button look="link" onClick={() => store.openModelForm()}>
            {trans.__('Connect a model')}
          </Button>
        </p>
      ) : null}
      {notebook && suggestions.length > 0 ? (
        <ul
          className="jp-Cellwright-suggestions"
          aria-label={trans.__('Things to try')}
        >
          {suggestions.map((suggestion, index) => (
            <li key={index}>
              <Button
                className="jp-Cellwright-suggestion"
                onClick={event => {
                  // It names files, cells and errors as others wrote them.
                  focusComposer(event.currentTarget);
                  store.composing.ask({ prompt: suggestion.prompt });
                }}
              >
                <strong>
                  <Sentence
                    text={suggestion.title}
                    path={notebook.path}
                    linked={false}
                  />
                </strong>
                <span>{visibleText(suggestion.detail)}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
