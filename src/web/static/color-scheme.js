// Puts the chosen look on the page before anything is painted, so that a dark cabinet does not flash white.
(function () {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  document.documentElement.style.backgroundColor = isDark ? '#111419' : '#f5f6f9';
})();
