import { tokenize } from './tokenize';

describe('the words of a text', () => {
  it.each([
    [
      'a name of code',
      'listPullRequests',
      ['list', 'pull', 'request', 'listpullrequest']
    ],
    [
      'an acronym in it',
      'getHTTPResponse',
      ['get', 'http', 'response', 'gethttpresponse']
    ],
    ['snake case', 'slack_post_message', ['slack', 'post', 'message']],
    ['kebab case and dots', 'mlflow.search-runs', ['mlflow', 'search', 'run']],
    ['a letter with a digit', 'S3', ['s3']],
    ['a name with both', 'list_objects_v2', ['list', 'object', 'v2']],
    ['Chinese', '绘制柱状图', ['绘', '制', '柱', '状', '图']],
    ['Chinese beside Latin', 'pandas的表', ['panda', '的', '表']],
    ['accents', 'Straße café', ['straße', 'café']],
    ['nothing', ' –… ', []]
  ])('%s', (_, text, words) => {
    expect(tokenize(text).map(word => word.replace(/e$/, ''))).toEqual(
      words.map(word => word.replace(/e$/, ''))
    );
  });

  it.each([
    ['created tables', 'create table'],
    ['querying databases', 'query database'],
    ['running queries', 'run query'],
    ['branches of repositories', 'branch of repository'],
    ['caching', 'cache']
  ])('“%s” are those of “%s”', (one, other) => {
    expect(tokenize(one)).toEqual(tokenize(other));
  });

  it('of a text without spaces come in time that grows with it', () => {
    expect(tokenize('x'.repeat(200_000))).toEqual([]);
    expect(tokenize('柱'.repeat(50_000))).toHaveLength(50_000);
  });
});
