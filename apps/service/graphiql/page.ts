/** The page. It has no inline script: only files of this service may run in it. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>GraphiQL</title>
    <link rel="stylesheet" href="/graphiql/graphiql.css" />
    <link rel="stylesheet" href="/graphiql/start.css" />
  </head>
  <body>
    <p id="reading-only" hidden>
      This page reads only. To send mutations from it, start the service with <code>--graphiql-mutations</code>.
    </p>
    <div id="graphiql">Loading …</div>
    <script src="/graphiql/react.js"></script>
    <script src="/graphiql/react-dom.js"></script>
    <script src="/graphiql/graphiql.js"></script>
    <script src="/graphiql/start.js"></script>
  </body>
</html>
`;

export const styles = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; }
#graphiql { flex: 1; min-height: 0; }
#reading-only { margin: 0; padding: .5rem 1rem; font: .875rem/1.4 system-ui, sans-serif; background: #fff3cd; color: #3d2f00; }
#reading-only[hidden] { display: none; }
`;

/** Starts GraphiQL in the browser. Requests a token when needed and reuses it until a minute before it expires. */
export const startScript = `'use strict';
(async () => {
  const root = document.getElementById('graphiql');
  const session = async () => {
    const answer = await fetch('/graphiql/session');
    const body = await answer.json();
    if (!answer.ok) throw new Error([body.message, body.hint].filter(Boolean).join(' '));
    return { ...body, ends: Date.now() + (body.expiresIn - 60) * 1000 };
  };
  try {
    let current = await session();
    document.getElementById('reading-only').hidden = current.mutations;
    const fetcher = async ({ query, variables, operationName }) => {
      // Just after you choose another tab, GraphiQL still names the operation of the former one.
      const named = operationName && new RegExp('\\\\b' + operationName + '\\\\b').test(query);
      if (Date.now() > current.ends) current = await session();
      const answer = await fetch('/', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + current.token, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables, ...(named ? { operationName } : {}) }),
      });
      return answer.json();
    };
    ReactDOM.createRoot(root).render(
      React.createElement(GraphiQL, {
        fetcher,
        // The editors of the first tab begin with these: GraphiQL fills them from the tab only after another was chosen.
        query: current.examples[0].query,
        variables: current.examples[0].variables,
        defaultTabs: current.examples,
        defaultEditorToolsVisibility: 'variables',
        shouldPersistHeaders: false,
      }),
    );
  } catch (error) {
    root.textContent = String(error.message ?? error);
  }
})();
`;
