// Runs before anything is painted. Puts the chosen look on the page, so that a dark cabinet does not flash white; chooses
// the outline that stands until the app is drawn; and says so where the app does not come.
(function () {
  const PATIENCE_MS = 20_000;
  const WORDS = {
    en: ['The page does not load. Check your internet.', 'Try again'],
    pt: ['A página não carrega. Verifique a internet.', 'Tentar de novo'],
    ru: ['Страница не загружается. Проверьте интернет.', 'Повторить'],
    uk: ['Сторінка не завантажується. Перевірте інтернет.', 'Повторити'],
  };

  const root = document.documentElement;
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  root.style.backgroundColor = isDark ? '#111419' : '#f5f6f9';
  root.dataset.shell = localStorage.getItem('token') === null ? 'entry' : 'cabinet';

  const language = localStorage.getItem('language') || root.dataset.language;
  if (language !== root.dataset.language) root.dataset.shellWords = 'other-language';

  function tellFailure() {
    const shell = document.getElementById('shell');
    if (!shell || document.getElementById('shell-failure')) return;
    const [text, action] = WORDS[(language || navigator.language).slice(0, 2)] || WORDS.en;
    const failure = document.createElement('p');
    failure.id = 'shell-failure';
    failure.setAttribute('role', 'alert');
    failure.append(`${text} `);
    const button = document.createElement('button');
    button.textContent = action;
    button.addEventListener('click', () => location.reload());
    failure.append(button);
    shell.append(failure);
  }
  // NOTE: errors of files do not bubble, so they are caught on their way down.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && tellFailure(), { capture: true });
  setTimeout(tellFailure, PATIENCE_MS);
})();
