/** Frequent first names, and short forms of them, of the product's languages; in lower case, ё as е. */
const RUSSIAN = `
александр александра алексей алена алина алиса алла альбина амина анастасия анатолий ангелина андрей анжела анжелика
анна антон антонина анфиса арина аркадий арсений артем артур ася богдан богдана борис вадим валентин валентина валерий
валерия варвара василий василиса вера вероника виктор виктория виолетта виталий виталия владимир владислав владислава
влада всеволод вячеслав галина гаянэ геннадий георгий герман глеб гордей григорий гульнара дамир дана данил данила
даниил даниэль дарина дарья денис диана дина динара дмитрий ева евгений евгения егор екатерина елена елизавета жанна
захар зинаида злата зоя иван игнат игорь илона ильдар илья инга инна иннокентий ираида ирина карина каролина кира
кирилл кирилла клавдия клара клим константин кристина ксения лада лариса лев леонид леся лидия лилиана лилия лина лия
лолита луиза любовь людмила мадина майя макар максим маргарита марат марианна марина мария марк марта мартин марьяна
матвей милана милена мирон мирослав мирослава михаил надежда наталия наталья наталя николай никита нелли нина нонна
оксана олег олеся ольга павел петр платон полина прохор раиса рамиль регина ренат рената римма рината ринат роберт
родион роза роксана роман ростислав руслан руслана рустам савелий самира святослав семен серафима сергей снежана
софия софья станислав станислава степан стефания таисия тамара тамила татьяна тимофей тимур тихон ульяна фаина федор
феликс филипп эвелина эдуард элеонора элина элла эльвира эльдар эмилия эмма эрик юлиана юлия юрий яков ян яна ярослав
ярослава айгуль айнур айша алия асель гуля гульнур жанар зарина зухра карине лейла малика нигора сабина севиль фатима
аня аннушка анюта валя ваня варя вика витя влад вова галя гена даня даша дима женя зина ира катя коля костя ксюша лена
леша лера лиза люба люда люся макс маша миша надя настя ната наташа ника оля паша петя поля рита рома саша света сеня
серега сережа слава соня стас стеша таня тася тема толя тоня федя юля юра яша светлана`;
const UKRAINIAN = `
андрій анатолій анастасія аліна аліса антоніна аріна артем богдан вадим валентин валентина валерій валерія василь
василина віра вікторія віктор віталій віталіна володимир владислав всеволод вячеслав галина ганна геннадій георгій
григорій дар'я дарина дарія данило денис діана дмитро євген євгенія єлизавета жанна зоряна зінаїда іван іванна ігор ілля
інна ірина карина катерина каріна кирило кіра костянтин кристина крістіна ксенія лариса лев леонід леся лідія лілія
любов людмила ліна лілія майя макар максим марина марія марта мар'яна марьяна матвій микита микола мирослава михайло
надія назар наталія наталка наталя ніна оксана олег олександр олександра олексій олена олеся ольга орест орися остап
павло петро поліна роман ростислав руслан руслана світлана сергій соломія софія степан стефанія таїсія тамара тарас
тетяна тимофій тимур уляна федір христина юлія юрій яна ярина ярослав ярослава оленка оля марійка катруся`;
const PORTUGUESE = `
adriana adriano alessandra alexandre alice aline amanda ana anderson andré andrea andressa angela antonia antonio antônio
arthur augusto beatriz bernardo bia bianca bruna bruno caio camila carla carlos carolina catarina cecília celia clara
claudia cláudia cláudio cristiane cristina daniel daniela danilo davi débora denise diego edson eduarda eduardo elaine
elisa emanuel enzo érica fabiana fábio felipe fernanda fernando flávia flávio francisca francisco gabriel gabriela
giovana giovanna guilherme gustavo heitor helena heloísa henrique hugo igor inês isabel isabela isabella ivan jaqueline
joana joão joaquim jorge josé juliana júlia júlio karina larissa laura leandro leonardo letícia lívia lorena luan luana
lucas lúcia luciana luciano luís luis luísa luiz luiza manuela marcela marcelo márcia marcos maria mariana marina mário
marta mateus matheus mauro melissa miguel mônica murilo natália nicolas nicole patrícia paula paulo pedro priscila
rafael rafaela raquel regina renan renata renato ricardo roberta roberto rodrigo rosa rosana samuel sandra sara silvia
simone sofia sônia sophia tainá tatiana teresa thais thiago tiago valentina vanessa vera victor vinícius vitor vitória
viviane yasmin`;
const ENGLISH = `
aaron abigail adam alan albert alex alexander alexandra alison amy andrew angela ann anna anne anthony ashley barbara ben
benjamin beth betty brian brandon brenda carol caroline catherine charles charlie charlotte chloe chris christian
christina christine christopher claire craig cynthia daisy daniel danielle david dean deborah diana donald donna dorothy
edward eleanor elizabeth ella emily emma eric ethan eva evelyn fiona frances frank gary george georgia grace graham greg
hannah harry heather helen henry holly ian isaac isabella jack jacob james jamie jane janet jason jean jennifer jenny
jeremy jessica jim joan joanna joe john jonathan joseph josh joshua joyce judith julia julie justin karen kate katherine
kathleen kathryn katie keith kelly kenneth kevin kim kimberly laura lauren leo lily linda lisa liz louise lucy luke
margaret maria marie mark martha martin mary matt matthew megan melissa mia michael michelle mike molly monica nancy
natalie neil nicholas nick nicola nicole noah oliver olivia oscar pamela patricia patrick paul peter philip rachel
rebecca richard robert robin ronald rose ruth ryan sally sam samantha samuel sandra sarah scott sean sharon simon sophia
sophie stephanie stephen steve steven stuart susan teresa thomas tim timothy tom tony tracy victoria vincent virginia
walter wendy william zoe olga elena irina natalia tatiana svetlana ekaterina anastasia oksana dmitry sergey andrey alexey
vladimir ivan mikhail nikolay pavel yulia ksenia anastasiia iryna olena oleksandr andrii serhii yuliia kateryna tetiana`;

const setOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));
const KNOWN = setOf(`${RUSSIAN} ${UKRAINIAN} ${PORTUGUESE} ${ENGLISH}`);
const OF_PAIRS = setOf(PORTUGUESE);

const plain = (word: string): string => word.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'");

/** Whether a word is a frequent first name; a name with a hyphen is one by any of its parts. */
export function isFirstName(word: string): boolean {
  const bare = plain(word);
  return KNOWN.has(bare) || (bare.includes('-') && bare.split('-').some((part) => KNOWN.has(part)));
}

/** Whether two names are borne together, as Maria Eduarda. */
export function isNamePair(first: string, second: string): boolean {
  return OF_PAIRS.has(plain(first)) && OF_PAIRS.has(plain(second));
}
