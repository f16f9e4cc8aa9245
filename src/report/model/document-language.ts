import { ENGLISH, type IEvidence, type ITranslator } from '../../contract';
import { formatOf } from '../../numbers';
import { withoutStoredDigits } from '../numbers/evidence-values';
import type { IReportDocument } from './report-document';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ko', 'ja', 'zh'];

/** What a document says besides its text, in the languages above. */
const WORDS = `
Figure %1|Abbildung %1|Figure %1|Figura %1|그림 %1|図 %1|图 %1
Table %1|Tabelle %1|Tableau %1|Tabla %1|표 %1|表 %1|表 %1
Output %1|Ausgabe %1|Sortie %1|Salida %1|출력 %1|出力 %1|输出 %1
Contents|Inhalt|Sommaire|Índice|목차|目次|目录
Evidence|Belege|Sources des résultats|Evidencias|근거|根拠|依据
About this report|Zu diesem Bericht|À propos de ce rapport|Acerca de este informe|이 보고서에 대하여|このレポートについて|关于本报告
Notebook|Notebook|Notebook|Cuaderno|노트북|ノートブック|笔记本
Written|Geschrieben|Rédigé|Escrito|작성|作成|撰写时间
Kernel|Kernel|Noyau|Kernel|커널|カーネル|内核
Packages|Pakete|Paquets|Paquetes|패키지|パッケージ|软件包
Approved by|Freigegeben von|Approuvé par|Aprobado por|승인|承認者|批准人
Cell [%1]|Zelle [%1]|Cellule [%1]|Celda [%1]|셀 [%1]|セル [%1]|单元格 [%1]
Cell no. %1|Zelle Nr. %1|Cellule nº %1|Celda n.º %1|%1번째 셀|%1 番目のセル|第 %1 个单元格
A cell|Eine Zelle|Une cellule|Una celda|셀|セル|单元格
%1 of %2|%1 in %2|%1 de %2|%1 de %2|%2, %1|%2、%1|%2，%1
the conversation “%1”|die Unterhaltung „%1“|la conversation « %1 »|la conversación «%1»|대화 “%1”|会話「%1」|对话“%1”
variables of the kernel of %1|Variablen im Kernel von %1|variables du noyau de %1|variables del kernel de %1|%1 커널의 변수|%1 のカーネルの変数|%1 内核的变量
The cell was changed after it ran.|Die Zelle wurde geändert, nachdem sie lief.|La cellule a été modifiée après son exécution.|La celda se modificó después de ejecutarse.|셀이 실행된 뒤에 바뀌었습니다.|セルは実行後に変更されました。|单元格在运行后被修改过。
A cell above it ran later.|Eine Zelle darüber lief später.|Une cellule plus haut a été exécutée après.|Una celda anterior se ejecutó después.|위의 셀이 더 나중에 실행되었습니다.|上のセルがあとから実行されました。|上方的单元格后来又运行过。
It ran on another kernel, or before a restart.|Sie lief auf einem anderen Kernel oder vor einem Neustart.|Elle a été exécutée sur un autre noyau, ou avant un redémarrage.|Se ejecutó en otro kernel o antes de un reinicio.|다른 커널에서, 또는 다시 시작하기 전에 실행되었습니다.|別のカーネルで、または再起動の前に実行されました。|它在另一个内核上或重启之前运行。
Only the beginning is shown.|Nur der Anfang wird gezeigt.|Seul le début est affiché.|Solo se muestra el principio.|앞부분만 표시합니다.|先頭のみを示します。|仅显示开头部分。
%1 of %2 rows are shown.|%1 von %2 Zeilen werden gezeigt.|%1 lignes sur %2 sont affichées.|Se muestran %1 de %2 filas.|%2행 가운데 %1행을 표시합니다.|%2 行のうち %1 行を示します。|显示 %2 行中的 %1 行。
Only a part of the table is shown.|Nur ein Teil der Tabelle wird gezeigt.|Seule une partie du tableau est affichée.|Solo se muestra una parte de la tabla.|표의 일부만 표시합니다.|表の一部のみを示します。|仅显示表格的一部分。
It is shown in the text.|Wird im Text gezeigt.|Affiché dans le texte.|Se muestra en el texto.|본문에 있습니다.|本文にあります。|见正文。
%1 in the notebook|%1 im Notebook|%1 dans le notebook|%1 en el cuaderno|노트북에서는 %1|ノートブックでは %1|笔记本中为 %1
This number is not in the evidence.|Diese Zahl steht nicht in den Belegen.|Ce nombre ne figure pas dans les sources.|Este número no está en las evidencias.|이 숫자는 근거에 없습니다.|この数値は根拠にありません。|该数字不在依据中。
[The plot cannot be shown here: %1]|[Die Abbildung kann hier nicht gezeigt werden: %1]|[La figure ne peut pas être affichée ici : %1]|[La figura no se puede mostrar aquí: %1]|[그림을 표시할 수 없습니다: %1]|[図を表示できません: %1]|[无法在此显示图：%1]
Report on %1|Bericht zu %1|Rapport sur %1|Informe sobre %1|%1 보고서|%1 のレポート|关于 %1 的报告
Analysis report|Analysebericht|Rapport d’analyse|Informe de análisis|분석 보고서|分析レポート|分析报告
One-page summary|Zusammenfassung auf einer Seite|Synthèse d’une page|Resumen de una página|한 쪽 요약|1 ページの要約|单页摘要
Data sheet|Datenblatt|Fiche de données|Ficha de datos|데이터 시트|データシート|数据说明
Model card|Modellkarte|Fiche de modèle|Ficha del modelo|모델 카드|モデルカード|模型卡
Lab note|Laborbericht|Note de laboratoire|Nota de laboratorio|실험 노트|実験ノート|实验记录
Summary|Zusammenfassung|Résumé|Resumen|요약|要約|摘要
Data|Daten|Données|Datos|데이터|データ|数据
Method|Methode|Méthode|Método|방법|方法|方法
Results|Ergebnisse|Résultats|Resultados|결과|結果|结果
Limits|Grenzen|Limites|Límites|한계|限界|局限
Next steps|Nächste Schritte|Prochaines étapes|Próximos pasos|다음 단계|次のステップ|后续步骤
In short|Kurz gesagt|En bref|En breve|핵심|要点|要点
What the data shows|Was die Daten zeigen|Ce que montrent les données|Lo que muestran los datos|데이터가 보여 주는 것|データが示すこと|数据说明了什么
What to do|Was zu tun ist|Que faire|Qué hacer|할 일|すべきこと|建议
What it is|Was es ist|Description|Qué es|개요|概要|概述
Size and columns|Umfang und Spalten|Taille et colonnes|Tamaño y columnas|크기와 열|規模と列|规模与列
Quality|Qualität|Qualité|Calidad|품질|品質|质量
Personal data|Personenbezogene Daten|Données personnelles|Datos personales|개인정보|個人情報|个人数据
Use|Verwendung|Utilisation|Uso|용도|用途|用途
Question|Frage|Question|Pregunta|질문|問い|问题
What was done|Was getan wurde|Ce qui a été fait|Qué se hizo|수행한 일|行ったこと|所做工作
What was seen|Was zu sehen war|Ce qui a été observé|Qué se observó|관찰한 것|観察されたこと|观察结果
What it means|Was es bedeutet|Interprétation|Qué significa|의미|意味|含义
Next|Weiteres|Suite|Siguiente|다음|次|下一步
The model|Das Modell|Le modèle|El modelo|모델|モデル|模型
Intended use|Einsatzzweck|Usage prévu|Uso previsto|사용 목적|想定用途|预期用途
Training data|Trainingsdaten|Données d’entraînement|Datos de entrenamiento|학습 데이터|学習データ|训练数据
Evaluation|Bewertung|Évaluation|Evaluación|평가|評価|评估
Model: |Modell: |Modèle : |Modelo: |모델: |モデル: |模型：
Version: |Version: |Version : |Versión: |버전: |バージョン: |版本：
Contact: |Kontakt: |Contact : |Contacto: |문의: |連絡先: |联系人：
Owner: |Verantwortlich: |Responsable : |Responsable: |책임자: |責任者: |负责人：
Licence: |Lizenz: |Licence : |Licencia: |라이선스: |ライセンス: |许可：
Collected: |Erhoben: |Collecte : |Recopilado: |수집 시기: |収集時期: |采集时间：
Limits and risks|Grenzen und Risiken|Limites et risques|Límites y riesgos|한계와 위험|限界とリスク|局限与风险`;

const BY_ENGLISH = new Map(
  WORDS.slice(1)
    .split('\n')
    .map(line => line.split('|'))
    .map(words => [words[0], words] as const)
);

/**
 * A word of ours in another language, if the table has it.
 *
 * @param language BCP 47.
 */
export function inLanguage(english: string, language: string): string {
  const at = LANGUAGES.indexOf(language.toLowerCase().split('-')[0]);
  return BY_ENGLISH.get(english)?.[at] ?? english;
}

/**
 * The words of a document in its own language; those of the page for a language
 * that is not in the table.
 */
export function documentWords(
  language: string,
  page: ITranslator
): ITranslator {
  return LANGUAGES.includes(language.toLowerCase().split('-')[0])
    ? {
        ...ENGLISH,
        // The table has the translations.
        __: (text, ...args) => ENGLISH.__(inLanguage(text, language), ...args)
      }
    : page;
}

/**
 * The document with its tables' numbers as its readers write them; hashes and
 * the record belong to the one that was given.
 */
export function withLocalTables(document: IReportDocument): IReportDocument {
  const mark =
    formatOf(document.details.language)
      ?.formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.';
  const local = (cell: string): string =>
    withoutStoredDigits(cell).replace(
      /^([-+\u2212]?\d+)\.(\d+)$/,
      `$1${mark}$2`
    );
  return {
    ...document,
    evidence: document.evidence.map((each): IEvidence => {
      const { content } = each;
      return content.kind === 'table'
        ? {
            ...each,
            content: {
              ...content,
              table: {
                ...content.table,
                rows: content.table.rows.map(row => row.map(local))
              }
            }
          }
        : each;
    })
  };
}
