/** Words of questions that say nothing of what they are about, folded and without accents. */
const RUSSIAN = `а без бы был была были было быть в вам вами вас ваш ваша ваше вашей ваши вашего вот во все всё всего всех вы где да для до
  его ее если есть еще же за здесь здравствуйте и из или им их к как какая какие какого какое какой какую когда кого кто куда ли либо лучше мне
  можно можете могу мой моя мою мы на надо нам нас наш не него нее нет ни нибудь них но ну нужно о об он она они от очень по под подскажите
  пожалуйста после при про разве с сам свой своя свою себя скажите сколько со спасибо так также такая такие такой там те тебя тем то того тоже
  только тут у уже хочу хотел хотела хотим чего чем что чтобы чтото это этого этой этом этот эту я привет добрый день вечер утро интересует
  интересно узнать вопрос будет буду бывает бывают вообще реально немного немножко сейчас какие-то то кое нибудь какой-нибудь вдруг примерно вроде типа просто имеется имеются делаете делают сделать`;

const UKRAINIAN = `а або але аби б без би бо був була були було бути в вам вами вас ваш ваша ваше вашої ваші від він вона вони воно все всі да
  де для до дуже є ж з за зі й його її їх і із або інший як яка яке які якого який якій яку якщо коли кого хто куди краще мені можна можете можу
  мій моя мою ми на над нам нас наш не немає ні но о об от по під підкажіть після при про прошу будь ласка скажіть скільки дякую так також такий
  там те тебе то того теж тільки тут у вже хочу хотів хотіла чи чого чому що щоб щось це цього цей цю я привіт добрий день вечір ранок цікавить
  питання буде буду робите роблять взагалі трохи зараз наче просто приблизно хтось щось якась якісь зробити хотілося потрібно треба ви`;

const ENGLISH = `a about all also am an and any are as at be been but by can could did do does doing dont for from get give got had has have
  hello hey hi how i id if im in into is it its just know let like may me much many my need of on one or our out please shall should so some
  tell thanks that the their them there these they this to too up us want was we what whats when where which who whom why will with would you
  your yours youre actually exactly guys really just maybe thing things something anything someone anyone somebody going gonna wanna looking good morning evening afternoon`;

const PORTUGUESE = `a agora ai ao aos aqui as ate boa bom com como da das de dela dele deles do dos e ela ele eles em entao era essa esse esta
  estao este estou eu faz fazem fazer foi for gostaria ha isso isto ja la lhe mais mas me meu minha muito na nao nas nem no nos nossa nosso num
  numa o oi ola obrigada obrigado onde os ou para pela pelas pelo pelos por porque posso pode podem pra pro quais qual quando quanto quantos que
  quem queria quero saber se sem ser seu seus sim sao so sobre sua suas tarde te tem temos tenho ter teu um uma umas uns vai voce voces vou dia
  noite tudo bem favor existe preciso alguma alguem coisa algo so mesmo tambem gente pouco dar da fica ficam fazem`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  [RUSSIAN, UKRAINIAN, ENGLISH, PORTUGUESE].flatMap((words) => words.replaceAll('ё', 'е').split(/\s+/)),
);
