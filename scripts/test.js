// `npm test`. Plain JavaScript: it runs on the machine's own Node, before anything is installed.
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Frontdesk needs Node.js 20 or later; this is ${process.versions.node}: https://nodejs.org`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
import('./bootstrap.js').then((bootstrap) => bootstrap.run('test.ts', process.argv.slice(2)));
